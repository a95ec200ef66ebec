/** Tables that were written after the rules, from other sources, and that the rules were not made with. */
export const heldOut = `
## staff | en | HRMS import with activity and lifecycle
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

## staff | en | retail import with resigned
EmployeeID | Name | MerchantID | Status | Employment Type | BirthDate | JoiningDate | LeavingDate | Mobile | Email
77 | Dana Fox | 10 | Active | Permanent | 1980-01-01 | 2010-05-01 |  | 5550101 | dana@shop.test
78 | Eli Stone | 10 | Resigned | Temporary | 1991-03-03 | 2019-02-01 | 2023-08-31 | 5550102 | eli@shop.test
81 | Mia Park | 11 | Active | Permanent | 1995-07-09 | 2021-11-15 |  | 5550103 | mia@shop.test
= external_id: EmployeeID
= name: Name
= email_address: Email
= is_active: Status
map is_active: Active=true, Resigned=false

## staff | en | HRIS where Status is a form of contract
First Name | Last Name | Staff Id | Identity Number | Username | Email | Password | Joining Date | Gender | Date of Birth | Contact Number | Status | Company Name
Rudi | Hartono | S-01 | 3174001 | rudi | rudi@kargo.test | Rahasia1 | 2019-01-05 | Male | 1990-02-02 | 0811 | full-time | KARGO
Sri | Wahyuni | S-02 | 3174002 | sri | sri@kargo.test | Rahasia2 | 2020-06-01 | Female | 1994-08-17 | 0812 | part-time | KARGO
Agus | Salim | S-03 | 3174003 | agus | agus@kargo.test | Rahasia3 | 2021-03-12 | Male | 1988-11-30 | 0813 | full-time | KARGO
= external_id: Staff Id
= name: First Name + Last Name
= email_address: Email

## staff | en | Oracle-like person table with a far end date
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

## staff | de | Schichtplaner
Personalnummer | Vorname | Nachname | Gruppe | Eintritt
1001 | Max | Mustermann | Gruppe A | 2026-01-15
1002 | Erika | Musterfrau | Gruppe B | 2026-02-01
1003 | Jonas | Weiß | Gruppe A | 2025-11-01
= external_id: Personalnummer
= name: Vorname + Nachname

## staff | da | medarbejdere
Medarbejdernr. | Fornavn | Efternavn | Stilling | Arbejdsmail | Privat mail | Ansættelsesdato | Fratrædelsesdato | CPR-nummer
501 | Søren | Kjær | Speditør | sk@spedition.test | soren@hjem.test | 01-02-2014 |  | 010180-1111
502 | Mette | Østergaard | Bogholder | mo@spedition.test |  | 15-08-2019 | 31-12-2024 | 020290-2222
503 | Lærke | Holm | Chauffør | lh@spedition.test | laerke@hjem.test | 01-10-2021 |  | 030395-3333
= external_id: Medarbejdernr.
= name: Fornavn + Efternavn
= email_address: Arbejdsmail
= is_active: until Fratrædelsesdato

## staff | fi | henkilöstö
Henkilönumero | Sukunimi | Etunimi | Sähköpostiosoite | Esimies | Työsuhde alkaa | Tila
1201 | Virtanen | Aino | aino.virtanen@huolinta.test | Korhonen | 1.3.2015 | Aktiivinen
1202 | Korhonen | Juhani | juhani.korhonen@huolinta.test |  | 15.8.2009 | Aktiivinen
1203 | Mäkelä | Eeva | eeva.makela@huolinta.test | Korhonen | 2.1.2020 | Päättynyt
= external_id: Henkilönumero
= name: Etunimi + Sukunimi
= email_address: Sähköpostiosoite
= is_active: Tila
map is_active: Aktiivinen=true, Päättynyt=false

## staff | uk | працівники
Табельний номер | ПІБ | Посада | Електронна пошта | Дата прийняття | Дата звільнення | РНОКПП
0001 | Шевченко Тарас Григорович | Експедитор | shevchenko@exped.test | 01.02.2015 |  | 1234567890
0002 | Коваленко Олена Петрівна | Бухгалтер | kovalenko@exped.test | 10.09.2018 | 30.06.2024 | 2345678901
0003 | Бондар Іван Іванович | Водій | bondar@exped.test | 05.05.2021 |  | 3456789012
= external_id: Табельний номер
= name: ПІБ
= email_address: Електронна пошта
= is_active: until Дата звільнення

## staff | zh | 若依用户导出 numeric status
用户序号 | 登录名称 | 用户名称 | 用户邮箱 | 手机号码 | 用户性别 | 帐号状态 | 最后登录IP | 最后登录时间 | 部门名称
1 | admin | 张三丰 | zsf@ry.test | 15888888888 | 男 | 正常 | 127.0.0.1 | 2026-01-01 10:00:00 | 研发部门
2 | ry | 李四光 | lsg@ry.test | 15666666666 | 男 | 正常 | 127.0.0.1 | 2026-01-02 10:00:00 | 测试部门
103 | wangwu | 王五妹 | ww@ry.test | 15777777777 | 女 | 停用 | 127.0.0.1 | 2025-01-02 10:00:00 | 测试部门
= external_id: 用户序号
~ external_id: 登录名称
~ external_id: (none)
= name: 用户名称
= email_address: 用户邮箱
= is_active: 帐号状态
map is_active: 正常=true, 停用=false

## staff | ja | HENNGE のようなユーザー一覧
ユーザー名 | メールアドレス | 姓 | 名 | 表示名 | 状態 | 最終ログイン日時
sato.k | sato.k@butsuryu.test | 佐藤 | 健 | 佐藤 健 | 有効 | 2026/03/01 09:00
suzuki.m | suzuki.m@butsuryu.test | 鈴木 | 美咲 | 鈴木 美咲 | 無効 | 2024/12/28 18:00
tanaka.t | tanaka.t@butsuryu.test | 田中 | 太郎 | 田中 太郎 | 有効 | 2026/02/27 08:30
= external_id: ユーザー名
~ external_id: メールアドレス
= name: 表示名
~ name: 姓 +"" 名
= email_address: メールアドレス
= is_active: 状態
map is_active: 有効=true, 無効=false

## staff | pt | colaboradores de Portugal
Nº mecanográfico | Nome | Apelido | NIF | Telemóvel | E-mail profissional | E-mail pessoal | Ativo
031 | Inês | Carvalho | 501442600 | 912000001 | ines.carvalho@transitario.test | ines@casa.test | Sim
032 | Tiago | Ferreira | 501442601 | 912000002 | tiago.ferreira@transitario.test |  | Não
033 | Rita | Gonçalves | 501442602 | 912000003 | rita.goncalves@transitario.test |  | Sim
= external_id: Nº mecanográfico
= name: Nome + Apelido
= email_address: E-mail profissional
= is_active: Ativo

## staff | ar | موظفون باسم أول وعائلة
الرقم الوظيفي | الاسم الأول | اسم العائلة | البريد الرسمي | البريد الشخصي | المدير المباشر | تاريخ الميلاد
1101 | سارة | الحربي | sara@shahn.test | sara@home.test | خالد | 1990-05-01
1102 | عمر | القحطاني | omar@shahn.test |  | خالد | 1986-11-12
1103 | ليلى | الزهراني | layla@shahn.test | layla@home.test | سارة | 1995-02-20
= external_id: الرقم الوظيفي
= name: الاسم الأول + اسم العائلة
= email_address: البريد الرسمي

## staff | en | two people under one id
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

## charge-code | en | GoFreight billing codes
Billing Code | Name (English) | Name (Local) | GL Code (Revenue) | GL Code (Cost) | Ocean Import | Ocean Export | Air Import | Deactivated
OFR | OCEAN FREIGHT | 海運費 | 4100 | 5100 | Y | Y | N | N
THC | TERMINAL HANDLING | 碼頭操作費 | 4110 | 5110 | Y | Y | N | N
AMS | AMS FEE | AMS費 | 4120 | 5120 | N | Y | Y | Y
= external_id: Billing Code
= code: Billing Code
= description: Name (English)
~ description: Name (Local)
= is_active: not Deactivated

## charge-code | en | ShipLogix charges
Charge Code | Charge Description | Charge Group | Category | Charge Type | Status
OCF | Ocean freight | FREIGHT | CARRIER REIMBURSEMENT | SEA | ACTIVE
DOC | Documentation | LOCAL | AGENCY REVENUE | SEA | ACTIVE
AWB | Air waybill fee | LOCAL | AGENCY REVENUE | AIR | INACTIVE
TRK | Trucking | INLAND | CARRIER REIMBURSEMENT | ROAD | ACTIVE
= external_id: Charge Code
= code: Charge Code
= description: Charge Description
= is_active: Status
map is_active: ACTIVE=true, INACTIVE=false

## charge-code | en | UN Rec 23 freight codes
Group | SubGroup | Detail | Code | Name | Description
1 | 00 | 000 | 100000 | FREIGHT CHARGES | Heading
1 | 01 | 001 | 101001 | Base freight | Freight for carriage
1 | 01 | 002 | 101002 | Fuel adjustment | Bunker adjustment
2 | 01 | 001 | 201001 | Loading | Loading of goods
6 | 09 | 999 | 609999 | Other | Miscellaneous charge
= external_id: Code
= code: Code
= description: Name
~ description: Description

## charge-code | en | QuickBooks Online items
Id | Name | FullyQualifiedName | Description | Active | Type | IncomeAccountRef_Name | SalesTaxCodeRef_Value | UnitPrice | MetaData_LastUpdatedTime
1 | Air freight | Air freight | International air freight | true | Service | Freight income | NON | 0 | 2026-01-03T10:15:22-08:00
2 | Customs entry | Customs entry | Entry filing | true | Service | Brokerage income | NON | 125 | 2025-11-13T09:00:00-08:00
4 | Storage | Storage | Warehouse storage | false | Service | Other income | TAX | 2 | 2025-06-30T16:20:10-07:00
= external_id: Id
= updated_at: MetaData_LastUpdatedTime
= description: Name
~ description: Description
= tax_code: SalesTaxCodeRef_Value
= is_active: Active
~ code: Name

## charge-code | es | conceptos de facturación
Cód. concepto | Descripción | Descripción inglés | Cta. ventas | Cód. IVA | Bloqueado
FL01 | Flete marítimo | Ocean freight | 705001 | EXE | No
TH01 | Manipulación terminal origen | Origin THC | 705002 | IVA21 | No
AD01 | Despacho de aduana | Customs clearance | 705003 | IVA21 | Sí
= external_id: Cód. concepto
= code: Cód. concepto
= description: Descripción
~ description: Descripción inglés
= tax_code: Cód. IVA
= is_active: not Bloqueado

## charge-code | it | voci di addebito
Codice | Descrizione | Codice IVA | Conto ricavi | Tipo voce
NOL | Nolo marittimo | N31 | 580001 | Nolo
DIR | Diritti doganali | E15 | 580002 | Dogana
RIT | Ritiro merce | 22 | 580003 | Partenza
CON | Consegna | 22 | 580004 | Arrivo
= external_id: Codice
= code: Codice
= description: Descrizione
= charge_type: Tipo voce
~ charge_type: (none)
= tax_code: Codice IVA
map charge_type: Nolo=freight, Partenza=origin, Arrivo=destination

## charge-code | nl | kostensoorten
Kostensoort | Omschrijving | BTW-code | Grootboekrekening | Geblokkeerd
100 | Zeevracht | 0 | 8000 | Nee
110 | Terminal handling | 21H | 8010 | Nee
120 | Douaneafhandeling | 21H | 8020 | Ja
130 | Opslag | 9L | 8030 | Nee
= external_id: Kostensoort
= code: Kostensoort
= description: Omschrijving
= tax_code: BTW-code
= is_active: not Geblokkeerd

## charge-code | ko | 비용코드
비용코드 | 비용명 | 영문명 | 구분 | 부가세율 | 사용여부
OF | 해상운임 | OCEAN FREIGHT | 매출 | 0 | Y
THC | 터미널화물처리비 | TERMINAL HANDLING | 매출 | 10 | Y
DOC | 서류발급비 | DOC FEE | 매출 | 10 | N
= external_id: 비용코드
= code: 비용코드
= description: 비용명
~ description: 영문명
= is_active: 사용여부

## charge-code | sv | avgifter
Avgiftskod | Benämning | Momskod | Intäktskonto | Aktiv
100 | Sjöfrakt | MP0 | 3001 | Ja
110 | Terminalavgift | MP25 | 3002 | Ja
120 | Tullklarering | MP25 | 3003 | Nej
= external_id: Avgiftskod
= code: Avgiftskod
= description: Benämning
= tax_code: Momskod
= is_active: Aktiv

## charge-code | tr | masraf kartları
Masraf Kodu | Masraf Adı | KDV Oranı (%) | Muhasebe Kodu | Durumu
NAV | Navlun | 0 | 600.01 | Aktif
ORD | Ordino | 20 | 600.02 | Aktif
ARD | Ardiye | 20 | 600.03 | Pasif
= external_id: Masraf Kodu
= code: Masraf Kodu
= description: Masraf Adı
= is_active: Durumu
map is_active: Aktif=true, Pasif=false

## charge-code | en | IATA other charges
Code | Description
AC | Animal container
AW | Air waybill fee
CD | Clearance and handling - destination
CH | Clearance and handling - origin
FC | Charges collect fee
= external_id: Code
= code: Code
= description: Description

## tax-code | en | Odoo account.tax template
id | name | description | amount | amount_type | type_tax_use | tax_group_id | sequence | active | repartition_line_ids/document_type | description@de
tax_s_20 | 20% | 20% Sales | 20.0 | percent | sale | tax_group_20 | 1 | True | invoice | 20% Verkauf
 |  |  |  |  |  |  |  |  | refund | 
tax_p_20 | 20% | 20% Purchases | 20.0 | percent | purchase | tax_group_20 | 2 | True | invoice | 20% Einkauf
 |  |  |  |  |  |  |  |  | refund | 
tax_s_0 | 0% | 0% Exempt | 0.0 | percent | sale | tax_group_0 | 3 | False | invoice | 0% befreit
 |  |  |  |  |  |  |  |  | refund | 
= external_id: id
= description: description
~ description: name
= rate: amount
= direction: type_tax_use
= is_active: active
~ code: id
~ code: name
map direction: sale=output, purchase=input
unit: percent

## tax-code | en | Business Central posting setup
VAT Bus. Posting Group | VAT Prod. Posting Group | Description | VAT Identifier | VAT % | VAT Calculation Type | Blocked
DOMESTIC | STANDARD | Domestic standard | VAT19 | 19 | Normal VAT | No
DOMESTIC | REDUCED | Domestic reduced | VAT7 | 7 | Normal VAT | No
EU | STANDARD | EU reverse charge | VAT19 | 19 | Reverse Charge VAT | No
EXPORT | STANDARD | Export | VAT0 | 0 | Normal VAT | Yes
= external_id: VAT Bus. Posting Group +"|" VAT Prod. Posting Group
~ external_id: (none)
= description: Description
= rate: VAT %
= is_active: not Blocked
~ code: VAT Identifier
unit: percent

## tax-code | en | Coupa tax codes
ID | Name | Country Code | Tax Rate Percentage | Exempt? | Reverse Charge? | Start Date | End Date | Active
11 | DE-STD | DE | 19.0 | No | No | 2007-01-01 |  | Yes
12 | DE-RED | DE | 7.0 | No | No | 2007-01-01 |  | Yes
13 | GB-OLD | GB | 17.5 | No | No | 2008-12-01 | 2011-01-03 | No
= external_id: ID
= description: Name
~ description: (none)
= code: Name
~ code: (none)
= rate: Tax Rate Percentage
= country: Country Code
= valid_from: Start Date
= valid_to: End Date
= is_active: Active
unit: percent

## tax-code | en | US rates by zip code
State | ZipCode | TaxRegionName | EstimatedCombinedRate | StateRate | EstimatedCountyRate | EstimatedCityRate | RiskLevel
CA | 90001 | LOS ANGELES | 0.0950 | 0.0600 | 0.0025 | 0.0000 | 1
CA | 90002 | LOS ANGELES | 0.0950 | 0.0600 | 0.0025 | 0.0000 | 1
CA | 90022 | EAST LA | 0.1025 | 0.0600 | 0.0025 | 0.0000 | 1
= description: TaxRegionName
~ description: (none)
= rate: EstimatedCombinedRate
~ rate: (none)
= region: State
~ external_id: ZipCode
~ code: ZipCode

## tax-code | es | Tryton impuestos
code | name | rate | start_date | end_date | group | type
ES_IVA_21 | IVA 21% | Decimal('0.21') | 2012-09-01 |  | sale | percentage
ES_IVA_18 | IVA 18% | Decimal('0.18') | 2010-07-01 | 2012-08-31 | sale | percentage
ES_IVA_21S | IVA 21% soportado | Decimal('0.21') | 2012-09-01 |  | purchase | percentage
= external_id: code
= code: code
= description: name
= direction: group
= valid_from: start_date
= valid_to: end_date
~ rate: rate
map direction: sale=output, purchase=input

## tax-code | en | Magento tax rates
Code | Country | State | Zip/Post Code | Rate | Zip/Post is Range | Range From | Range To
US-CA-*-Rate 1 | US | CA | * | 8.25 |  |  | 
US-NY-*-Rate 1 | US | NY | * | 8.375 |  |  | 
GB standard | GB | * | * | 20 |  |  | 
= external_id: Code
= code: Code
= rate: Rate
= country: Country
= region: State
~ description: Code
unit: percent

## tax-code | en | SAP B1 with effective dates
Code | Name | Category | EfctDate | Rate | Inactive
O1 | Output VAT 20% | Output | 2011-01-04 | 20.000000 | N
O2 | Output VAT 5% | Output | 1997-09-01 | 5.000000 | N
I1 | Input VAT 20% | Input | 2011-01-04 | 20.000000 | N
X9 | Output VAT 17.5% | Output | 1991-04-01 | 17.500000 | Y
= external_id: Code
= code: Code
= description: Name
= direction: Category
= rate: Rate
= valid_from: EfctDate
= is_active: not Inactive
map direction: Output=output, Input=input
unit: percent

## tax-code | pl | stawki VAT
Kod stawki | Opis | Stawka % | Obowiązuje od | Obowiązuje do | Aktywna
A | Stawka podstawowa 23% | 23,00 | 2011-01-01 |  | T
B | Stawka obniżona 8% | 8,00 | 2011-01-01 |  | T
P22 | Stawka 22% | 22,00 | 1993-07-05 | 2010-12-31 | N
= external_id: Kod stawki
= code: Kod stawki
= description: Opis
= rate: Stawka %
= valid_from: Obowiązuje od
= valid_to: Obowiązuje do
= is_active: Aktywna
~ is_active: (none)
unit: percent

## tax-code | cs | sazby DPH
Kód | Název | Sazba | Typ | Platnost od | Platnost do
21T | DPH 21 % tuzemsko | 21 | Výstup | 1.1.2013 | 
12T | DPH 12 % tuzemsko | 12 | Výstup | 1.1.2024 | 
21N | DPH 21 % nákup | 21 | Vstup | 1.1.2013 | 
15T | DPH 15 % tuzemsko | 15 | Výstup | 1.1.2013 | 31.12.2023
= external_id: Kód
= code: Kód
= description: Název
= rate: Sazba
= direction: Typ
= valid_from: Platnost od
= valid_to: Platnost do
map direction: Výstup=output, Vstup=input
unit: percent

## tax-code | ru | ставки НДС
Код | Наименование | Ставка | Действует с | Действует по
НДС20 | НДС 20% | 20% | 01.01.2019 | 
НДС18 | НДС 18% | 18% | 01.01.2004 | 31.12.2018
БезНДС | Без НДС |  | 01.01.2001 | 
= external_id: Код
= code: Код
= description: Наименование
= rate: Ставка
= valid_from: Действует с
= valid_to: Действует по
unit: percent

## tax-code | ko | 세금코드
세금코드 | 세금명 | 세율 | 매출매입구분 | 사용여부
A1 | 과세매출 10% | 10.0 | 매출 | Y
A2 | 영세매출 | 0.0 | 매출 | Y
V1 | 과세매입 10% | 10.0 | 매입 | Y
V9 | 불공제매입 | 10.0 | 매입 | N
= external_id: 세금코드
= code: 세금코드
= description: 세금명
= rate: 세율
= direction: 매출매입구분
= is_active: 사용여부
map direction: 매출=output, 매입=input
unit: percent

## tax-code | vi | mã thuế
Mã thuế | Diễn giải | Thuế suất (%) | Loại | Trạng thái
R10 | Thuế GTGT đầu ra 10% | 10 | Đầu ra | Đang sử dụng
R08 | Thuế GTGT đầu ra 8% | 8 | Đầu ra | Đang sử dụng
V10 | Thuế GTGT đầu vào 10% | 10 | Đầu vào | Ngừng sử dụng
KCT | Không chịu thuế |  | Đầu ra | Đang sử dụng
= external_id: Mã thuế
= code: Mã thuế
= description: Diễn giải
= rate: Thuế suất (%)
= direction: Loại
= is_active: Trạng thái
map is_active: Đang sử dụng=true, Ngừng sử dụng=false
unit: percent

## tax-code | fi | ALV-koodit
Koodi | Selite | ALV-prosentti | Tili | Käytössä
255 | Myynti 25,5 % | 25,5 | 2939 | K
140 | Myynti 14 % | 14,0 | 2939 | K
240 | Myynti 24 % (vanha) | 24,0 | 2939 | E
= external_id: Koodi
= code: Koodi
= description: Selite
= rate: ALV-prosentti
= is_active: Käytössä
~ is_active: (none)
unit: percent

## tax-code | hu | áfakódok
Kód | Megnevezés | Áfakulcs | Irány | Aktív
27 | 27% általános | 27 | kimenő | igen
5 | 5% kedvezményes | 5 | kimenő | igen
TAM | Tárgyi adómentes | 0 | kimenő | nem
= external_id: Kód
= code: Kód
= description: Megnevezés
= rate: Áfakulcs
= is_active: Aktív
~ direction: Irány
unit: percent

## tax-code | ar | رموز الضريبة
الرمز | الوصف | نسبة الضريبة | الحالة
S15 | ضريبة القيمة المضافة 15% | 15 | نشط
Z0 | خاضع للنسبة الصفرية | 0 | نشط
S5 | ضريبة القيمة المضافة 5% | 5 | موقوف
= external_id: الرمز
= code: الرمز
= description: الوصف
= rate: نسبة الضريبة
= is_active: الحالة
map is_active: نشط=true, موقوف=false
unit: percent
`;
