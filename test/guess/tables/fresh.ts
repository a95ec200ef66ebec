/** A third set, written after everything else: awkward tables such as people put on the web. */
export const fresh = `
## staff | en | HR data set with reasons of leaving
Employee_Name | EmpID | MarriedID | EmpStatusID | Salary | Position | State | Zip | DOB | Sex | DateofHire | DateofTermination | TermReason | EmploymentStatus | Department | ManagerName | ManagerID
Adinolfi, Wilson K | 10026 | 0 | 1 | 62506 | Production Technician I | MA | 1960 | 07/10/83 | M | 7/5/2011 |  | N/A-StillEmployed | Active | Production | Michael Albert | 22
Ait Sidi, Karthikeyan | 10084 | 1 | 5 | 104437 | Sr. DBA | MA | 2148 | 05/05/75 | M | 3/30/2015 | 6/16/2016 | career change | Voluntarily Terminated | IT/IS | Simon Roup | 4
Akinkuolie, Sarah | 10196 | 1 | 5 | 64955 | Production Technician II | MA | 1810 | 09/19/88 | F | 7/5/2011 | 9/24/2012 | hours | Voluntarily Terminated | Production | Kissy Sullivan | 20
Alagbe, Trina | 10088 | 1 | 1 | 64991 | Production Technician I | MA | 1886 | 09/27/88 | F | 1/7/2008 |  | N/A-StillEmployed | Active | Production | Elijiah Gray | 16
= external_id: EmpID
= name: Employee_Name
= is_active: EmploymentStatus
map is_active: Active=true, Voluntarily Terminated=false

## staff | en | attrition survey
Age | Attrition | BusinessTravel | Department | EmployeeCount | EmployeeNumber | Gender | JobRole | MaritalStatus | MonthlyIncome | Over18 | OverTime
41 | Yes | Travel_Rarely | Sales | 1 | 1 | Female | Sales Executive | Single | 5993 | Y | Yes
49 | No | Travel_Frequently | Research | 1 | 2 | Male | Research Scientist | Married | 5130 | Y | No
37 | Yes | Travel_Rarely | Research | 1 | 4 | Male | Laboratory Technician | Single | 2090 | Y | Yes
33 | No | Travel_Frequently | Research | 1 | 5 | Female | Research Scientist | Married | 2909 | Y | Yes
= external_id: EmployeeNumber
= is_active: not Attrition

## staff | en | Oracle HR sample
EMPLOYEE_ID | FIRST_NAME | LAST_NAME | EMAIL | PHONE_NUMBER | HIRE_DATE | JOB_ID | SALARY | COMMISSION_PCT | MANAGER_ID | DEPARTMENT_ID
198 | Donald | OConnell | DOCONNEL | 650.507.9833 | 21-JUN-07 | SH_CLERK | 2600 | - | 124 | 50
199 | Douglas | Grant | DGRANT | 650.507.9844 | 13-JAN-08 | SH_CLERK | 2600 | - | 124 | 50
200 | Jennifer | Whalen | JWHALEN | 515.123.4444 | 17-SEP-03 | AD_ASST | 4400 | - | 101 | 10
= external_id: EMPLOYEE_ID
= name: FIRST_NAME + LAST_NAME

## staff | en | Northwind employees
EmployeeID | LastName | FirstName | Title | TitleOfCourtesy | BirthDate | HireDate | Address | City | Region | PostalCode | Country | HomePhone | Extension | Photo | Notes | ReportsTo
1 | Davolio | Nancy | Sales Representative | Ms. | 1948-12-08 | 1992-05-01 | 507 - 20th Ave. E. | Seattle | WA | 98122 | USA | (206) 555-9857 | 5467 | x.bmp | Education includes | 2
2 | Fuller | Andrew | Vice President, Sales | Dr. | 1952-02-19 | 1992-08-14 | 908 W. Capital Way | Tacoma | WA | 98401 | USA | (206) 555-9482 | 3457 | y.bmp | Andrew received | 
3 | Leverling | Janet | Sales Representative | Ms. | 1963-08-30 | 1992-04-01 | 722 Moss Bay Blvd. | Kirkland | WA | 98033 | USA | (206) 555-3412 | 3355 | z.bmp | Janet has | 2
= external_id: EmployeeID
= name: FirstName + LastName

## staff | en | Moodle upload
username | password | firstname | lastname | email | course1 | suspended
mholt | changeme1 | Mary | Holt | mholt@fwd.test | M101 | 0
sreed | changeme2 | Sam | Reed | sreed@fwd.test | M101 | 1
lwong | changeme3 | Li | Wong | lwong@fwd.test | M102 | 0
= external_id: username
~ external_id: email
= name: firstname + lastname
= email_address: email
= is_active: not suspended

## staff | en | names and numbers only
No. | Name | Designation | Extn
1 | Mary Holt | Clerk | 101
2 | Sam Reed | Manager | 102
3 | Li Wong | Clerk | 103
4 | Ana Cruz | Driver | 104
= name: Name
~ external_id: No.

## staff | zh | 教师 with id and 工号
id | 工号 | 姓名 | 民族 | 政治面貌 | 电子邮箱 | 创建时间 | 更新时间 | 是否删除
1 | T2001 | 陈静 | 汉族 | 群众 | chenjing@xx.test | 2023-01-05 10:00:00 | 2024-03-02 11:12:13 | 0
2 | T2002 | 周强 | 汉族 | 党员 | zhouqiang@xx.test | 2023-01-05 10:00:00 | 2024-03-05 09:00:00 | 0
3 | T2003 | 吴磊 | 回族 | 群众 | wulei@xx.test | 2023-01-06 10:00:00 | 2024-06-30 18:45:00 | 1
= external_id: 工号
~ external_id: id
= updated_at: 更新时间
= name: 姓名
= email_address: 电子邮箱
= is_active: not 是否删除

## staff | ja | 派遣を含む一覧 two mails
No | 従業員コード | 従業員名 | フリガナ | 会社メール | 携帯メール | 雇用形態 | 在職区分
1 | 1001 | 山田 太郎 | ヤマダ タロウ | yamada@kk.test | yt@mobile.test | 正社員 | 在職
2 | 1002 | 川口 花子 | カワグチ ハナコ | kawaguchi@kk.test |  | 派遣 | 休職
3 | 1005 | 森 次郎 | モリ ジロウ | mori@kk.test | mj@mobile.test | 正社員 | 退職
= external_id: 従業員コード
= name: 従業員名
= email_address: 会社メール
= is_active: 在職区分
map is_active: 在職=true, 退職=false

## staff | es | nómina con dos apellidos
Clave | Apellido paterno | Apellido materno | Nombre(s) | RFC | CURP | Puesto | Estatus | Correo
E-15 | Hernández | López | Juan Carlos | HELJ800101AB1 | HELJ800101HDFRPN01 | Operador | Alta | jhernandez@agencia.test
E-16 | Ramírez | Soto | María | RASM850505CD2 | RASM850505MDFMTR02 | Cajera | Baja | mramirez@agencia.test
E-19 | Ortiz | Vega | Luis | OIVL900909EF3 | OIVL900909HDFRGS03 | Chofer | Alta | lortiz@agencia.test
= external_id: Clave
= name: Nombre(s) + Apellido paterno + Apellido materno
~ name: Nombre(s) + Apellido paterno
= email_address: Correo
= is_active: Estatus
map is_active: Alta=true, Baja=false

## charge-code | en | court fee schedule
fee_code | fee_name | fee_amount | effective_date | statute_reference | active_flag
CF001 | Civil filing fee | 250.00 | 2023-07-01 | 28-1914 | Y
CF002 | Copy fee per page | 0.50 | 2020-12-01 | 28-1914 | Y
CF003 | Search fee | 32.00 | 2020-12-01 | 28-1914 | N
= external_id: fee_code
= code: fee_code
= description: fee_name
= is_active: active_flag

## charge-code | en | surcharge sheet
Surcharge | Abbreviation | Applies to | Basis | Currency
Bunker Adjustment Factor | BAF | All trades | per TEU | USD
Currency Adjustment Factor | CAF | All trades | percent | USD
Peak Season Surcharge | PSS | Asia-Europe | per TEU | USD
Port Congestion Surcharge | PCS | Selected ports | per TEU | EUR
= external_id: Abbreviation
= code: Abbreviation
= description: Surcharge

## charge-code | fr | articles de prestation
Référence | Désignation | Famille | PU HT | TVA | En sommeil
PRE-01 | Transport routier | TRANSPORT | 120,00 | 20,00 | 0
PRE-02 | Passage en douane | DOUANE | 85,00 | 20,00 | 0
PRE-03 | Frais de dossier | DIVERS | 15,00 | 20,00 | 1
= external_id: Référence
= code: Référence
= description: Désignation
= is_active: not En sommeil

## charge-code | de | Artikelliste mit zwei Steuerschlüsseln
Artikelnummer | Bezeichnung 1 | Bezeichnung 2 | Steuerschlüssel Verkauf | Steuerschlüssel Einkauf | Inaktiv
F-100 | Seefracht FCL | ab Hamburg | U0 | V0 | 0
F-110 | THC Export | Hamburg | U19 | V19 | 0
F-120 | ISPS | Hamburg | U19 | V19 | 1
= external_id: Artikelnummer
= code: Artikelnummer
= description: Bezeichnung 1
= tax_code: Steuerschlüssel Verkauf
= is_active: not Inaktiv

## charge-code | zh | 费目 with a department
费目编码 | 费目名称 | 助记码 | 收付类型 | 所属部门 | 停用
1001 | 海运费 | HYF | 应收 | 海运部 | 否
1002 | 订舱费 | DCF | 应收 | 海运部 | 否
1003 | 报关费 | BGF | 应付 | 报关部 | 是
= external_id: 费目编码
= code: 费目编码
~ code: 助记码
= description: 费目名称
= is_active: not 停用

## tax-code | en | PrestaShop taxes
ID | Name | Rate | Enabled
1 | IVA IT 22% | 22.000 | 1
2 | IVA IT 10% | 10.000 | 1
3 | IVA IT 4% | 4.000 | 0
= external_id: ID
= description: Name
= rate: Rate
= is_active: Enabled
~ code: ID
~ code: Name
unit: percent

## tax-code | en | EU rates by country
Country | Country code | Standard rate | Reduced rate | Super reduced rate
Austria | AT | 20 | 10 | 
Belgium | BE | 21 | 6 | 
Spain | ES | 21 | 10 | 4
France | FR | 20 | 5.5 | 2.1
= country: Country code
~ country: Country
= rate: Standard rate
~ rate: (none)
~ external_id: Country code
~ description: Country

## tax-code | fr | Dolibarr c_tva
rowid | pays | taux | localtax1 | localtax2 | recuperableonly | note | active
11 | 1 | 20.0000 | 0 | 0 | 0 | VAT standard rate (France) | 1
12 | 1 | 8.5000 | 0 | 0 | 0 | VAT standard rate (DOM) | 1
15 | 1 | 5.5000 | 0 | 0 | 0 | VAT reduced rate (France) | 0
= external_id: rowid
= rate: taux
= is_active: active
= description: note
~ description: (none)
unit: percent

## tax-code | en | ERPNext tax templates over companies
Title | Company | Disabled | Account Head | Rate
Output GST In-state | Acme India | 0 | CGST - AI | 9
Output GST Out-state | Acme India | 0 | IGST - AI | 18
Output GST In-state | Acme Export | 0 | CGST - AE | 9
Output GST Out-state | Acme Export | 1 | IGST - AE | 18
= description: Title
= rate: Rate
= is_active: not Disabled
~ external_id: Company +"|" Title
~ code: Title
unit: percent

## tax-code | en | tax codes with jurisdiction and type
Tax Code | Tax Name | Tax Type | Jurisdiction | Tax Rate | Effective From | Effective To | Status
CAGST | Canada GST | GST | CA | 5 | 01/01/2008 | 31/12/9999 | Active
CAHST-ON | Ontario HST | HST | CA | 13 | 01/07/2010 | 31/12/9999 | Active
CAQST | Quebec QST | QST | CA | 9.975 | 01/01/2013 | 31/12/9999 | Active
CAPST-BC | BC PST | PST | CA | 7 | 01/04/2013 | 15/08/2025 | Inactive
= external_id: Tax Code
= code: Tax Code
= description: Tax Name
= rate: Tax Rate
= tax_type: Tax Type
= country: Jurisdiction
~ country: (none)
= valid_from: Effective From
= valid_to: Effective To
= is_active: Status
map is_active: Active=true, Inactive=false
unit: percent

## tax-code | id | kode pajak
Kode Pajak | Nama Pajak | Tarif (%) | Jenis | Akun | Aktif
PPN11 | PPN 11% | 11 | PPN | 2110 | Ya
PPN0 | PPN Ekspor 0% | 0 | PPN | 2110 | Ya
PPH23 | PPh 23 2% | 2 | PPh | 2120 | Ya
PPN10 | PPN 10% | 10 | PPN | 2110 | Tidak
= external_id: Kode Pajak
= code: Kode Pajak
= description: Nama Pajak
= rate: Tarif (%)
= tax_type: Jenis
= is_active: Aktif
map tax_type: PPN=vat, PPh=withholding
unit: percent

## tax-code | nl | btw-codes
Btw-code | Omschrijving | Percentage | Inkoop/Verkoop | Geldig vanaf | Geldig tot
VH | Verkoop hoog | 21% | Verkoop | 1-10-2012 | 
VL | Verkoop laag | 9% | Verkoop | 1-1-2019 | 
IH | Inkoop hoog | 21% | Inkoop | 1-10-2012 | 
VL6 | Verkoop laag oud | 6% | Verkoop | 1-1-2001 | 31-12-2018
= external_id: Btw-code
= code: Btw-code
= description: Omschrijving
= rate: Percentage
= direction: Inkoop/Verkoop
= valid_from: Geldig vanaf
= valid_to: Geldig tot
map direction: Verkoop=output, Inkoop=input
unit: percent
`;
