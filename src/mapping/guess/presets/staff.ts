/** Exports of people: directories, HR and forwarding systems. `system: NAME | RECORD`, `when:` headings that tell it, then what each means. */
export const staffPresets = `
system: Microsoft Entra ID users download | staff
when: userPrincipalName, objectId
userPrincipalName: login
displayName: full_name
surname: family_name
givenName: given_name
mail: email+work
objectId: id+staff
userType: employment_type
jobTitle: job_title
accountEnabled: active
usageLocation: language
alternateEmailAddress: email+secondary
createdDateTime: created_at
directorySynced: permission
isLicensed: permission

system: Microsoft Entra ID bulk create template | staff
when: Name [displayName] Required, User name [userPrincipalName] Required
Name [displayName] Required: full_name
User name [userPrincipalName] Required: login
Initial password [passwordProfile] Required: password
Block sign in (Yes/No) [accountEnabled] Required: inactive
First name [givenName]: given_name
Last name [surname]: family_name
Usage location [usageLocation]: language

system: Google Workspace users | staff
when: First Name [Required], Email Address [Required]
First Name [Required]: given_name
Last Name [Required]: family_name
Email Address [Required]: email+work
Password [Required]: password
Password Hash Function [UPLOAD ONLY]: password
Org Unit Path [Required]: company
New Primary Email [UPLOAD ONLY]: email+new
Status [READ ONLY]: status
Last Sign In [READ ONLY]: last_login
Recovery Email: email+private
Home Secondary Email: email+private
Work Secondary Email: email+secondary
Recovery Phone [MUST BE IN THE E.164 FORMAT]: phone
Employee ID: id+staff
Employee Type: employment_type
Employee Title: job_title
Manager Email: manager
Department: department
Cost Center: cost_centre
Change Password at Next Sign-In: permission
New Status [UPLOAD ONLY]: permission

system: Active Directory users | staff
when: SamAccountName, Enabled
SamAccountName: login
GivenName: given_name
Surname: family_name
DisplayName: full_name
Name: full_name
EmailAddress: email+work
mail: email+work
UserPrincipalName: login
Enabled: active
ObjectGUID: id+staff
SID: id
EmployeeID: id+staff
EmployeeNumber: number+staff
DistinguishedName: company
ObjectClass: kind
whenChanged: modified_at
Modified: modified_at
whenCreated: created_at
LastLogonDate: last_login
PasswordLastSet: password

system: Okta people | staff
when: login, firstName, lastName, email
login: login
firstName: given_name
lastName: family_name
email: email+work
secondEmail: email+secondary
mobilePhone: phone
displayName: full_name
employeeNumber: id+staff
managerId: manager

system: ERPNext and Frappe HR Employee | staff
when: Employee Name, Company Email
ID: id+staff
Employee: id+staff
Employee Number: number+staff
Employee Name: full_name
First Name: given_name
Last Name: family_name
Company Email: email+work
Personal Email: email+private
Preferred Contact Email: kind
User ID: login
Status: status
Relieving Date: end_date+staff
Date of Joining: hire_date
Date of Birth: birth_date

system: Odoo hr.employee | staff
when: id, name, work_email
id: id+staff
name: full_name
work_email: email+work
private_email: email+private
work_phone: phone
active: active
barcode: number
department_id: department
job_title: job_title
parent_id: manager
coach_id: manager

system: Business Central Employees | staff
when: No., First Name, Last Name, Job Title
No.: id+staff
First Name: given_name
Middle Name: middle_name
Last Name: family_name
Company Email: email+work
Company E-Mail: email+work
E-Mail: email+private
Email: email+private
Status: status
Initials: initials
SystemId: id
SystemModifiedAt: modified_at
Search Name: nickname
Privacy Blocked: permission

system: QuickBooks Online Employee | staff
when: DisplayName, GivenName, FamilyName, PrimaryEmailAddr
Id: id+staff
DisplayName: full_name
PrintOnCheckName: nickname
GivenName: given_name
FamilyName: family_name
MiddleName: middle_name
PrimaryEmailAddr: email+primary
Active: active
HiredDate: hire_date
ReleasedDate: end_date+staff
MetaData_LastUpdatedTime: modified_at
MetaData_CreateTime: created_at
EmployeeNumber: number+staff

system: MYOB Employee Cards | staff
when: Co./Last Name, First Name, Card ID
Co./Last Name: family_name
First Name: given_name
Card ID: id+staff
Card Status: inactive
Addr 1 - Email: email
Record ID: id+staff

system: Axelor users | staff
when: importId, code, name, email
importId: id
code: login
name: full_name
email: email
blocked: inactive
password: password

system: eFMS users | staff
when: Staff Code*, User Name*, Full Name*
Staff Code*: id+staff
User Name*: login
Full Name*: full_name
English Name*: full_name+english
Email: email
Status: status
Working Status: status

system: Personio employees | staff
when: Employee ID, First name, Last name, Hire date
Employee ID: id+staff
First name: given_name
Last name: family_name
Email: email+work
Status: status
Hire date: hire_date
Termination date: end_date+staff
Supervisor: manager

system: BambooHR employees | staff
when: Employee #, First Name, Last Name
Employee #: id+staff
First Name: given_name
Last Name: family_name
Work Email: email+work
Home Email: email+private
Status: status
Employment Status: employment_type
Hire Date: hire_date
Termination Date: end_date+staff
Preferred Name: nickname

system: SAP infotype 0001 and 0105 | staff
when: PERNR
PERNR: id+staff
VORNA: given_name
NACHN: family_name
ENAME: full_name
SNAME: short+full_name
GBDAT: birth_date
GEBDAT: birth_date
BEGDA: valid_from
ENDDA: valid_to
AEDTM: modified_at
USRID_LONG: email
BUKRS: company
PERSG: group
PERSK: category
STAT2: status
KOSTL: cost_centre

system: SAP users (USR02) | staff
when: BNAME, USTYP
BNAME: login
NAME_TEXT: full_name
NAME_FIRST: given_name
NAME_LAST: family_name
SMTP_ADDR: email+work
USTYP: employment_type
UFLAG: inactive
LOCKED: inactive
GLTGV: valid_from
GLTGB: end_date+staff
TRDAT: last_login
ERDAT: created_at
AEDAT: modified_at
PWDCHGDATE: date
CLASS: group
MANDT: company

system: CargoWise staff (GlbStaff) | staff
when: GS_Code
GS_PK: id
GS_Code: id+staff
GS_FullName: full_name
GS_EmailAddress: email+work
GS_IsActive: active
GS_LoginName: login
GS_SystemLastEditTimeUtc: modified_at
GS_SystemCreateTimeUtc: created_at

system: TOTVS Protheus employees (SRA) | staff
when: RA_MAT, RA_NOME
RA_FILIAL: branch
RA_MAT: id+staff
RA_NOME: full_name
RA_NOMECMP: full_name
RA_CIC: national_id
RA_PIS: national_id
RA_ADMISSA: hire_date
RA_DEMISSA: end_date+staff
RA_NASC: birth_date
RA_SITFOLH: employment_type
RA_EMAIL: email+work
RA_CC: cost_centre
RA_SALARIO: salary
`;
