/** Lists of staff with English headings. Lists marked real have the headings and forms of a public file, with invented personal values. */
export const englishStaff = `
## staff | en | Entra ID download | invented
userPrincipalName | displayName | surname | mail | givenName | objectId | userType | jobTitle | department | accountEnabled | usageLocation | streetAddress | telephoneNumber | alternateEmailAddress | ageGroup
mary.holt@fwd.test | Mary Holt | Holt | mary.holt@fwd.test | Mary | 6f1f6ad3-1f0e-4d4b-9d0e-0a52bb8f6c11 | Member | Clerk | Ocean | TRUE | GB | Dock Rd 1 | +44 20 5550101 |  | 
sam.reed@fwd.test | Sam Reed | Reed | sam.reed@fwd.test | Sam | 5d3b7f80-6b0f-4f5b-a6d8-3dd0a6a51d22 | Member | Manager | Air | TRUE | GB |  | +44 20 5550102 | sam@home.test | 
old.user@fwd.test | Old User | User | old.user@fwd.test | Old | c2b4e2c1-98a2-4f25-8b64-2f6ea51ad333 | Member | Clerk | Air | FALSE | GB |  |  |  | 
guest@partner.test | Guest Person | Person | guest@partner.test | Guest | 0a9d4b4d-4f3f-47d9-a5ea-7fdd4fd3e444 | Guest |  |  | TRUE | GB |  |  |  | 
= external_id: objectId
~ external_id: userPrincipalName
= name: displayName
~ name: givenName + surname
= email_address: mail
~ email_address: userPrincipalName
= is_active: accountEnabled

## staff | en | Google Workspace users | invented
First Name [Required] | Last Name [Required] | Email Address [Required] | Password [Required] | Password Hash Function [UPLOAD ONLY] | Org Unit Path [Required] | New Primary Email [UPLOAD ONLY] | Status [READ ONLY] | Last Sign In [READ ONLY] | Recovery Email | Employee ID | Manager Email
Mary | Holt | mary@fwd.test | **** |  | /Ocean |  | Active | 2026/03/01 8:01:00 | mh@home.test | 1001 | boss@fwd.test
Sam | Reed | sam@fwd.test | **** |  | /Air |  | Suspended | 2025/01/11 9:12:00 | sr@home.test | 1002 | boss@fwd.test
Li | Wong | li@fwd.test | **** |  | /Air |  | Active | Never logged in |  | 1003 | boss@fwd.test
= external_id: Employee ID
= name: First Name [Required] + Last Name [Required]
= email_address: Email Address [Required]
= is_active: Status [READ ONLY]
map is_active: Active=true

## staff | en | login names in a column called UserName hold people | invented
UserName | EmailID | Dept | Manager Email | DOJ | Mobile | EmpStatus
Ravi Kumar | ravi.k@indo.test | Ops | head@indo.test | 2019-04-01 | 9840000001 | Working
Asha Menon | asha.m@indo.test | Docs | head@indo.test | 2020-06-15 | 9840000002 | Resigned
John Mathew | john.m@indo.test | Ops | head@indo.test | 2021-01-04 | 9840000003 | Working
Priya Nair | priya.n@indo.test | Sales | head@indo.test | 2018-09-17 | 9840000004 | Working
= external_id: EmailID
= name: UserName
= email_address: EmailID
= is_active: EmpStatus
map is_active: Working=true, Resigned=false

## staff | en | no headings | invented
(none)
E100 | Mary Holt | mary@fwd.test | 2019-02-01
E101 | Sam Reed | sam@fwd.test | 2020-05-11
E102 | Li Wong | li@fwd.test | 2021-07-01
E103 | Ana Cruz | ana@fwd.test | 2022-10-21
= external_id: #1
~ external_id: (none)
= name: #2
~ name: (none)
= email_address: #3
~ email_address: (none)

## staff | en | HRMS import with activity and lifecycle | invented
employee_number | first_name | last_name | work_email | entity_id | department_id | date_of_birth | gender | marital_status | nationality | job_title | activity_status
HAYO-001 | Amina | Bello | amina.bello@hayo.test | 1 | 3 | 1990-01-02 | female | single | Nigeria | Clerk | active
HAYO-002 | Tunde | Adeyemi | tunde.a@hayo.test | 1 | 3 | 1985-05-12 | male | married | Nigeria | Manager | active
HAYO-003 | Grace | Mensah | grace.m@hayo.test | 2 | 4 | 1993-09-23 | female | single | Ghana | Clerk | inactive
HAYO-004 | Kofi | Asante | kofi.a@hayo.test | 2 | 4 | 1979-12-01 | male | married | Ghana | Driver | active
= external_id: employee_number
= name: first_name + last_name
= email_address: work_email
= is_active: activity_status
map is_active: active=true, inactive=false

## staff | en | retail import with resigned | invented
EmployeeID | Name | MerchantID | Status | Employment Type | BirthDate | JoiningDate | LeavingDate | Mobile | Email
77 | Dana Fox | 10 | Active | Permanent | 1980-01-01 | 2010-05-01 |  | 5550101 | dana@shop.test
78 | Eli Stone | 10 | Resigned | Temporary | 1991-03-03 | 2019-02-01 | 2023-08-31 | 5550102 | eli@shop.test
81 | Mia Park | 11 | Active | Permanent | 1995-07-09 | 2021-11-15 |  | 5550103 | mia@shop.test
= external_id: EmployeeID
= name: Name
= email_address: Email
= is_active: Status
map is_active: Active=true, Resigned=false

## staff | en | HRIS where Status is a form of contract | invented
First Name | Last Name | Staff Id | Identity Number | Username | Email | Password | Joining Date | Gender | Date of Birth | Contact Number | Status | Company Name
Rudi | Hartono | S-01 | 3174001 | rudi | rudi@kargo.test | Rahasia1 | 2019-01-05 | Male | 1990-02-02 | 0811 | full-time | KARGO
Sri | Wahyuni | S-02 | 3174002 | sri | sri@kargo.test | Rahasia2 | 2020-06-01 | Female | 1994-08-17 | 0812 | part-time | KARGO
Agus | Salim | S-03 | 3174003 | agus | agus@kargo.test | Rahasia3 | 2021-03-12 | Male | 1988-11-30 | 0813 | full-time | KARGO
= external_id: Staff Id
= name: First Name + Last Name
= email_address: Email

## staff | en | Oracle-like person table with a far end date | invented
PERSON_NUMBER | FULL_NAME | EMAIL_ADDRESS | EFFECTIVE_START_DATE | EFFECTIVE_END_DATE | DATE_OF_BIRTH | ASSIGNMENT_NUMBER | LAST_UPDATE_DATE
300001 | Holt, Mary | mary.holt@fwd.test | 01-Feb-2019 | 31-Dec-4712 | 03-Mar-1980 | E300001 | 2026-01-03 10:11:12
300002 | Reed, Sam | sam.reed@fwd.test | 11-May-2020 | 30-Jun-2024 | 14-Apr-1991 | E300002 | 2024-07-01 08:00:00
300003 | Wong, Li | li.wong@fwd.test | 01-Jul-2021 | 31-Dec-4712 | 25-May-1985 | E300003 | 2025-09-30 17:45:59
= external_id: PERSON_NUMBER
= updated_at: LAST_UPDATE_DATE
= name: FULL_NAME
= email_address: EMAIL_ADDRESS
= is_active: until EFFECTIVE_END_DATE
~ is_active: (none)

## staff | en | two people under one id | invented
EMP_NO | EMP_NAME | DEPT_CODE | EMAIL
456789012 | Ali Veli | 10 | ali@x.test
456789012 | Can Deniz | 20 | can@x.test
567890123 | Ece Su | 10 | ece@x.test
678901234 | Naz Er | 20 | naz@x.test
789012345 | Ada Yol | 20 | ada@x.test
890123456 | Efe Ay | 20 | efe@x.test
= external_id: EMP_NO
= name: EMP_NAME
= email_address: EMAIL

## staff | en | HR data set with reasons of leaving | invented
Employee_Name | EmpID | MarriedID | EmpStatusID | Salary | Position | State | Zip | DOB | Sex | DateofHire | DateofTermination | TermReason | EmploymentStatus | Department | ManagerName | ManagerID
Adinolfi, Wilson K | 10026 | 0 | 1 | 62506 | Production Technician I | MA | 1960 | 07/10/83 | M | 7/5/2011 |  | N/A-StillEmployed | Active | Production | Michael Albert | 22
Ait Sidi, Karthikeyan | 10084 | 1 | 5 | 104437 | Sr. DBA | MA | 2148 | 05/05/75 | M | 3/30/2015 | 6/16/2016 | career change | Voluntarily Terminated | IT/IS | Simon Roup | 4
Akinkuolie, Sarah | 10196 | 1 | 5 | 64955 | Production Technician II | MA | 1810 | 09/19/88 | F | 7/5/2011 | 9/24/2012 | hours | Voluntarily Terminated | Production | Kissy Sullivan | 20
Alagbe, Trina | 10088 | 1 | 1 | 64991 | Production Technician I | MA | 1886 | 09/27/88 | F | 1/7/2008 |  | N/A-StillEmployed | Active | Production | Elijiah Gray | 16
= external_id: EmpID
= name: Employee_Name
= is_active: EmploymentStatus
map is_active: Active=true, Voluntarily Terminated=false

## staff | en | attrition survey | invented
Age | Attrition | BusinessTravel | Department | EmployeeCount | EmployeeNumber | Gender | JobRole | MaritalStatus | MonthlyIncome | Over18 | OverTime
41 | Yes | Travel_Rarely | Sales | 1 | 1 | Female | Sales Executive | Single | 5993 | Y | Yes
49 | No | Travel_Frequently | Research | 1 | 2 | Male | Research Scientist | Married | 5130 | Y | No
37 | Yes | Travel_Rarely | Research | 1 | 4 | Male | Laboratory Technician | Single | 2090 | Y | Yes
33 | No | Travel_Frequently | Research | 1 | 5 | Female | Research Scientist | Married | 2909 | Y | Yes
= external_id: EmployeeNumber
= is_active: not Attrition

## staff | en | Oracle HR sample | invented
EMPLOYEE_ID | FIRST_NAME | LAST_NAME | EMAIL | PHONE_NUMBER | HIRE_DATE | JOB_ID | SALARY | COMMISSION_PCT | MANAGER_ID | DEPARTMENT_ID
198 | Donald | OConnell | DOCONNEL | 650.507.9833 | 21-JUN-07 | SH_CLERK | 2600 | - | 124 | 50
199 | Douglas | Grant | DGRANT | 650.507.9844 | 13-JAN-08 | SH_CLERK | 2600 | - | 124 | 50
200 | Jennifer | Whalen | JWHALEN | 515.123.4444 | 17-SEP-03 | AD_ASST | 4400 | - | 101 | 10
= external_id: EMPLOYEE_ID
= name: FIRST_NAME + LAST_NAME

## staff | en | Northwind employees | invented
EmployeeID | LastName | FirstName | Title | TitleOfCourtesy | BirthDate | HireDate | Address | City | Region | PostalCode | Country | HomePhone | Extension | Photo | Notes | ReportsTo
1 | Davolio | Nancy | Sales Representative | Ms. | 1948-12-08 | 1992-05-01 | 507 - 20th Ave. E. | Seattle | WA | 98122 | USA | (206) 555-9857 | 5467 | x.bmp | Education includes | 2
2 | Fuller | Andrew | Vice President, Sales | Dr. | 1952-02-19 | 1992-08-14 | 908 W. Capital Way | Tacoma | WA | 98401 | USA | (206) 555-9482 | 3457 | y.bmp | Andrew received | 
3 | Leverling | Janet | Sales Representative | Ms. | 1963-08-30 | 1992-04-01 | 722 Moss Bay Blvd. | Kirkland | WA | 98033 | USA | (206) 555-3412 | 3355 | z.bmp | Janet has | 2
= external_id: EmployeeID
= name: FirstName + LastName

## staff | en | Moodle upload | invented
username | password | firstname | lastname | email | course1 | suspended
mholt | changeme1 | Mary | Holt | mholt@fwd.test | M101 | 0
sreed | changeme2 | Sam | Reed | sreed@fwd.test | M101 | 1
lwong | changeme3 | Li | Wong | lwong@fwd.test | M102 | 0
= external_id: username
~ external_id: email
= name: firstname + lastname
= email_address: email
= is_active: not suspended

## staff | en | names and numbers only | invented
No. | Name | Designation | Extn
1 | Mary Holt | Clerk | 101
2 | Sam Reed | Manager | 102
3 | Li Wong | Clerk | 103
4 | Ana Cruz | Driver | 104
= name: Name
~ external_id: No.

## staff | en | BambooHR export | invented
Employee # | Last name, First name | Job Information: Job Title | Work Email | Home Email | Hire Date | Termination Date | Status | Reporting to
1004 | Adler, Nina | Import Agent | nina.adler@fwd.test | nina@home.test | 2019-03-04 |  | Active | Holt, Mary
1007 | Reed, Sam | Driver | sam.reed@fwd.test |  | 2020-07-13 | 2025-02-28 | Inactive | Adler, Nina
1012 | Wong, Li | Clerk | li.wong@fwd.test | li.w@home.test | 2021-01-11 |  | Active | Adler, Nina
1019 | Cruz, Ana | Clerk | ana.cruz@fwd.test |  | 2022-05-02 |  | Active | Holt, Mary
= external_id: Employee #
= name: Last name, First name
= email_address: Work Email
= is_active: Status
~ is_active: until Termination Date
map is_active: Active=true, Inactive=false

## staff | en | CargoWise staff grid | invented
Code | Full Name | Login Name | Is Active | Is Operational | Branch | Department | Email Address | System Last Edit Time | System Create Time
MHO | Mary Holt | mary.holt | Y | Y | SYD | FIA | mary.holt@fwd.test | 12-Mar-26 09:15 | 02-Feb-19 08:00
SRE | Sam Reed | sam.reed | N | Y | MEL | FEA | sam.reed@fwd.test | 03-Jan-26 17:40 | 02-Feb-19 08:00
LWO | Li Wong | li.wong | Y | N | SYD | FIS | li.wong@fwd.test | 28-Feb-26 11:02 | 14-Jun-21 10:30
ACR | Ana Cruz | ana.cruz | Y | Y | BNE | FES | ana.cruz@fwd.test | 15-Feb-26 13:21 | 01-Sep-22 09:00
= external_id: Code
= name: Full Name
= email_address: Email Address
= is_active: Is Active
= updated_at: System Last Edit Time

## staff | en | Active Directory via PowerShell | invented
DistinguishedName | Enabled | GivenName | Name | ObjectClass | ObjectGUID | SamAccountName | SID | Surname | UserPrincipalName
CN=Mary Holt,OU=Ops | True | Mary | Mary Holt | user | 6f9619ff-8b86-d011-b42d-00c04fc964ff | mholt | S-1-5-21-1 | Holt | mholt@fwd.test
CN=Sam Reed,OU=Ops | False | Sam | Sam Reed | user | 7d9619ff-8b86-d011-b42d-00c04fc964aa | sreed | S-1-5-21-2 | Reed | sreed@fwd.test
CN=Li Wong,OU=Ops | True | Li | Li Wong | user | 8a9619ff-8b86-d011-b42d-00c04fc964bb | lwong | S-1-5-21-3 | Wong | lwong@fwd.test
= external_id: ObjectGUID
~ external_id: SamAccountName
~ external_id: SID
= name: Name
~ name: GivenName + Surname
= email_address: UserPrincipalName
= is_active: Enabled

## staff | en | Gusto contractors and employees | invented
first_name | last_name | preferred_name | work_email | personal_email | employment_status | start_date | end_date | department | manager
Mary | Holt | May | mary@fwd.test | mh@mail.test | Full-time | 2019-03-04 |  | Ops | Ana Cruz
Sam | Reed |  | sam@fwd.test | sr@mail.test | Terminated | 2020-01-06 | 2024-11-30 | Ops | Mary Holt
Li | Wong |  | li@fwd.test | lw@mail.test | Part-time | 2021-02-01 |  | Ops | Mary Holt
= external_id: work_email
~ external_id: (none)
= name: first_name + last_name
= email_address: work_email
~ is_active: employment_status
~ is_active: until end_date

## staff | en | Zoho People form | invented
EmployeeID | FirstName | LastName | EmailID | Reporting_To | Department | Employeestatus | ModifiedTime | AddedTime | Dateofjoining
HRM1 | Mary | Holt | mary@fwd.test | Ana Cruz HRM9 | Sales | Active | 2026-02-11 10:20:33 | 2019-03-04 09:00:00 | 04-Mar-2019
HRM2 | Sam | Reed | sam@fwd.test | Mary Holt HRM1 | Ops | Resigned | 2025-12-01 08:11:00 | 2020-01-06 09:00:00 | 06-Jan-2020
HRM5 | Li | Wong | li@fwd.test | Mary Holt HRM1 | Ops | Active | 2026-01-20 16:45:10 | 2021-02-01 09:00:00 | 01-Feb-2021
= external_id: EmployeeID
= name: FirstName + LastName
= email_address: EmailID
= is_active: Employeestatus
= updated_at: ModifiedTime
map is_active: Active=true, Resigned=false

## staff | en | numbered list without headings | invented
(none)
101 | Mary Holt | mary.holt@fwd.test | Sydney
102 | Sam Reed | sam.reed@fwd.test | Melbourne
103 | Li Wong | li.wong@fwd.test | Sydney
104 | Ana Cruz | ana.cruz@fwd.test | Brisbane
= external_id: #1
= name: #2
= email_address: #3

## staff | en | salary study | invented
age | workclass | education | salary | employee_id | overtime_eligible | years_at_company
39 | Private | Bachelors | 77516 | 2001 | Yes | 4
50 | Self-emp | Bachelors | 83311 | 2002 | No | 9
38 | Private | HS-grad | 21564 | 2003 | Yes | 2
53 | Private | 11th | 23472 | 2004 | No | 12
= external_id: employee_id

## staff | en | help desk agents | invented
id | name | email | role | suspended | active | last_login_at | created_at | updated_at | time_zone
3601 | Mary Holt | mary@fwd.test | agent | false | true | 2026-03-01T08:00:00Z | 2020-01-01T00:00:00Z | 2026-02-01T10:00:00Z | London
3602 | Sam Reed | sam@fwd.test | agent | true | true | 2025-06-01T08:00:00Z | 2020-01-01T00:00:00Z | 2025-06-02T10:00:00Z | London
3603 | Li Wong | li@fwd.test | admin | false | false | 2024-03-01T08:00:00Z | 2020-01-01T00:00:00Z | 2024-03-02T10:00:00Z | Perth
= external_id: id
= name: name
= email_address: email
= updated_at: updated_at

## staff | en | directory import with passwords | real
username | first_name | last_name | email | role_group | password
ahmet.demir | Ahmet | Demir | ahmet.demir@sirket.local | Portal-Admin | Xy12345!
elaates | Ela | Ates | elaates@sirket.local | Portal-IT | Xy12345!
caner.uysal | Caner | Uysal | caner.uysal@sirket.local | Portal-IT | Xy12345!
selin.kaya | Selin | Kaya | selin.kaya@sirket.local | Portal-HR | Xy12345!
= external_id: username
~ external_id: email
= name: first_name + last_name
= email_address: email

## staff | en | domain users | real
FirstName | LastName | SamAccountName | OU | Group
Jan | Janssens | jjanssens | IT | IT_Users
Piet | Pietersen | ppietersen | HR | HR_Users
Marie | Klaasse | mklaasse | Sales | Sales_Users
= external_id: SamAccountName
= name: FirstName + LastName

## staff | en | leave balances | real
username | email | first_name | last_name | date_joined | region | is_staff | annual_leave_balance | sick_leave_balance
eugene.cho | eugene.cho@inst.test | Eugene | Cho | 2020-08-01 | HK | TRUE | 10 | 0
swing.wan | swing.w@inst.test | Swing | Wan | 2020-08-01 | HK | TRUE | 10 | 0
cloudy.po | cloudy.po@inst.test | Cloudy | Po | 2020-08-01 | CN | TRUE | 10 | 0
danny.ang | danny.ang@inst.test | Danny | Ang | 2020-08-01 | HK | TRUE | 10 | 0
= external_id: username
~ external_id: email
= name: first_name + last_name
= email_address: email

## staff | en | bank branch roll | real
S No | Roll | Name | Designation | Grade | Branch
1 | 48243 | DILIP G | CHIEF MANAGER - I line | SM IV | 174
2 | 59529 | JITHESH S | MANAGER - II line | MM II | 174
3 | 61628 | LAKSHMI N | ASST MANAGER | JM I | 174
4 | 23277 | M PUSHPA | PART TIME HOUSE KEEPER | SWEEPER | 174
5 | 49344 | DIVYA C | MANAGER - I line | MM II | 175
= external_id: Roll
= name: Name

## staff | en | learning platform users | real
username | password | firstname | lastname | email
user1 | Us3r1*& | Tess | Usher | tess.usher@school.test
tutor1 | Tut0r1*& | Tim | Tutor | tim.tutor@school.test
= external_id: username
~ external_id: email
= name: firstname + lastname
= email_address: email

## staff | en | SAP users with lock flags | real
BNAME | USTYP | UFLAG | TRDAT | ERDAT | PWDCHGDATE | CLASS | SECURITY_POLICY
SAP* | A | 0 | 20240115 | 20190101 | 20230601 | 000 | 
EARLYWATCH | S | 64 |  | 20190101 |  | 000 | 
JSMYTHE | A | 0 | 20250220 | 20220315 | 20250201 | 100 | 
AGARCES | A | 0 | 20250301 | 20210601 | 20250215 | 100 | 
SVC_RFC_01 | A | 0 | 20250228 | 20230601 | 20230601 | 100 | Z_SERVICE_ACCT
BJOHNS | A | 64 | 20240301 | 20200101 | 20230101 | 100 | 
= external_id: BNAME
= is_active: not UFLAG
~ is_active: (none)

## staff | en | learning platform with its own times | real
id | updated_at | display_name
student-001 | 2026-01-01T12:00:00Z | Sample Student One
student-002 | 2026-01-02T12:00:00Z | Sample Student Two
= external_id: id
= updated_at: updated_at
= name: display_name

## staff | en | directory import, lists the manager and notes | real
First name | Last name | Display name | User logon name | User principal name | Street | City | State/province | Zip/Postal Code | Country/region | Job Title | Department | Company | Manager | OU | Description | Office | Telephone number | E-mail | Mobile | Notes | Account status
Ada | Lindt | Ada Lindt | alindt | alindt@firm.test | 1 High St | Leeds |  | LS1 | GB | Clerk | Ops | Firm | CN=Bo | OU=Ops |  | A1 | 0113 000 | ada.lindt@firm.test |  |  | Enabled
Bo | Berger | Bo Berger | bberger | bberger@firm.test | 2 High St | Leeds |  | LS1 | GB | Lead | Ops | Firm |  | OU=Ops |  | A2 | 0113 001 | bo.berger@firm.test |  |  | Enabled
Cy | Dane | Cy Dane | cdane | cdane@firm.test | 3 High St | York |  | YO1 | GB | Clerk | Fin | Firm | CN=Bo | OU=Fin |  | B1 | 01904 00 | cy.dane@firm.test |  | gone 5/26 | Disabled
= external_id: User logon name
~ external_id: User principal name
= name: Display name
~ name: First name + Last name
= email_address: E-mail
= is_active: Account status
map is_active: Enabled=true, Disabled=false

## staff | en | Oracle people without headings | real
(none)
100 | Steven | King | President | 24000 | 1987-06-17 | Executive | 2004 Charade Rd | 98199 | Seattle | United States of America
101 | Neena | Kochhar | Administration Vice President | 17000 | 1989-09-21 | Executive | 2004 Charade Rd | 98199 | Seattle | United States of America
102 | Lex | De Haan | Administration Vice President | 17000 | 1993-01-13 | Executive | 2004 Charade Rd | 98199 | Seattle | United States of America
103 | Alexander | Hunold | Programmer | 9000 | 1990-01-03 | IT | 2014 Jabberwocky Rd | 26192 | Southlake | United States of America
104 | Bruce | Ernst | Programmer | 6000 | 1991-05-21 | IT | 2014 Jabberwocky Rd | 26192 | Southlake | United States of America
145 | John | Russell | Sales Manager | 14000 | 1996-10-01 | Sales | Magdalen Centre, The Oxford Science Park | OX9 9ZB | Oxford | United Kingdom
178 | Kimberely | Grant | Sales Representative | 7000 | 1999-05-24 |  |  |  |  | 
= external_id: #1
~ external_id: (none)
= name: #2 + #3
~ name: (none)

## staff | en | hire to retire with last action | real
employee_id | full_name | gender | date_of_birth | date_of_joining | department | designation | location | manager_name | email | phone | basic_salary | status | leave_balance | last_action | updated_at
EMP1001 | Aarav Sharma | Male | 2000-04-12 | 2025-07-01 | Human Resources | HR Executive | Mumbai | Priya Nair | aarav.sharma@example.com | 9876543210 | 35000 | Active | 18 | Hire | 2026-04-18 01:17:26
EMP1002 | Meera Patel | Female | 1998-09-21 | 2024-11-15 | Finance | Analyst | Pune | Rohan Desai | meera.patel@example.com | 9988776655 | 42000 | Active | 12 | Hire | 2026-04-18 01:17:26
= external_id: employee_id
= name: full_name
= email_address: email
= is_active: status
= updated_at: updated_at
`;
