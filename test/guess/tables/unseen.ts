/** A fourth set, written after the rules had been left alone: systems and languages side by side, mostly awkward. */
export const unseen = `
## staff | en | BambooHR export
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

## staff | en | CargoWise staff grid
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

## staff | en | Active Directory via PowerShell
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

## staff | en | Gusto contractors and employees
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

## staff | en | Zoho People form
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

## staff | en | numbered list without headings
(none)
101 | Mary Holt | mary.holt@fwd.test | Sydney
102 | Sam Reed | sam.reed@fwd.test | Melbourne
103 | Li Wong | li.wong@fwd.test | Sydney
104 | Ana Cruz | ana.cruz@fwd.test | Brisbane
= external_id: #1
= name: #2
= email_address: #3

## staff | en | salary study
age | workclass | education | salary | employee_id | overtime_eligible | years_at_company
39 | Private | Bachelors | 77516 | 2001 | Yes | 4
50 | Self-emp | Bachelors | 83311 | 2002 | No | 9
38 | Private | HS-grad | 21564 | 2003 | Yes | 2
53 | Private | 11th | 23472 | 2004 | No | 12
= external_id: employee_id

## staff | en | help desk agents
id | name | email | role | suspended | active | last_login_at | created_at | updated_at | time_zone
3601 | Mary Holt | mary@fwd.test | agent | false | true | 2026-03-01T08:00:00Z | 2020-01-01T00:00:00Z | 2026-02-01T10:00:00Z | London
3602 | Sam Reed | sam@fwd.test | agent | true | true | 2025-06-01T08:00:00Z | 2020-01-01T00:00:00Z | 2025-06-02T10:00:00Z | London
3603 | Li Wong | li@fwd.test | admin | false | false | 2024-03-01T08:00:00Z | 2020-01-01T00:00:00Z | 2024-03-02T10:00:00Z | Perth
= external_id: id
= name: name
= email_address: email
= updated_at: updated_at

## staff | de | Personio Mitarbeiterliste
Personio-ID | Personalnummer | Vorname | Nachname | E-Mail | Status | Abteilung | Einstellungsdatum | Austrittsdatum | Vorgesetzter
88213 | 00017 | Petra | Vogel | p.vogel@nord.test | Aktiv | Seefracht | 01.04.2017 |  | Jörg Müller
88219 | 00018 | Jörg | Müller | j.mueller@nord.test | Aktiv | Leitung | 01.01.2015 |  |
88230 | 00021 | Änne | Groß | a.gross@nord.test | Inaktiv | Zoll | 15.09.2019 | 31.12.2025 | Petra Vogel
= external_id: Personio-ID
~ external_id: Personalnummer
= name: Vorname + Nachname
= email_address: E-Mail
= is_active: Status
~ is_active: until Austrittsdatum
map is_active: Aktiv=true, Inaktiv=false

## staff | de | Lohnprogramm
PNr | Anrede | Name, Vorname | Eintritt | Austritt | GebDat | KST | StKl | KV-Nr
4711 | Frau | Vogel, Petra | 01.04.2017 |  | 03.05.1980 | 100 | 1 | A123456789
4712 | Herr | Müller, Jörg | 01.01.2015 | 30.06.2025 | 11.11.1975 | 100 | 3 | B123456789
4715 | Frau | Groß, Änne | 15.09.2019 |  | 24.12.1990 | 200 | 1 | C123456789
= external_id: PNr
= name: Name, Vorname
= is_active: until Austritt

## staff | de | Telefonliste
Kürzel | Name | Tel. | Fax | Mail | Raum
VO | Petra Vogel | -117 | -90 | vogel@nord.test | 1.12
MU | Jörg Müller | -118 | -90 | mueller@nord.test | 1.13
GR | Änne Groß | -121 | -90 | gross@nord.test | 2.01
= external_id: Kürzel
= name: Name
= email_address: Mail

## staff | fr | Silae salariés
Matricule | Civilité | Nom | Prénom | Nom de naissance | Date d'entrée | Date de sortie | Emploi | Courriel pro
00012 | Mme | Lefèvre | Anaïs | Roux | 03/02/2018 |  | Déclarante | a.lefevre@alpes.test
00013 | M. | Garnier | Loïc |  | 01/09/2016 | 31/08/2024 | Affréteur | l.garnier@alpes.test
00019 | M. | Petit | Hugo |  | 15/05/2021 |  | Chauffeur | h.petit@alpes.test
= external_id: Matricule
= name: Prénom + Nom
= email_address: Courriel pro
= is_active: until Date de sortie

## staff | fr | annuaire
Identifiant | Nom complet | Adresse e-mail | Compte désactivé | Dernière connexion | Service
alefevre | Anaïs Lefèvre | a.lefevre@alpes.test | Non | 02/03/2026 | Douane
lgarnier | Loïc Garnier | l.garnier@alpes.test | Oui | 11/07/2024 | Route
hpetit | Hugo Petit | h.petit@alpes.test | Non | 03/03/2026 | Route
= external_id: Identifiant
= name: Nom complet
= email_address: Adresse e-mail
= is_active: not Compte désactivé

## staff | es | A3 Nómina trabajadores
Cód. Trabajador | Apellidos | Nombre | NIF | Nº Afiliación SS | Fecha Alta | Fecha Baja | Categoría | Email
000101 | Hernández López | Juan | 12345678Z | 281234567890 | 01/02/2018 |  | Oficial | jhernandez@carga.test
000102 | Ramírez Soto | María | 23456789D | 281234567891 | 15/06/2016 | 30/04/2025 | Auxiliar | mramirez@carga.test
000107 | Ortiz Vega | Luis | 34567890V | 281234567892 | 10/01/2022 |  | Mozo | lortiz@carga.test
= external_id: Cód. Trabajador
= name: Nombre + Apellidos
= email_address: Email
= is_active: until Fecha Baja

## staff | es | usuarios del sistema
USUARIO | NOMBRE_COMPLETO | CORREO | BLOQUEADO | PERFIL | FECHA_ALTA | ULT_MODIFICACION
jhernan | Juan Hernández | jhernandez@carga.test | N | OPERADOR | 2018-02-01 | 2026-01-15 12:00:00
mramire | María Ramírez | mramirez@carga.test | S | CAJA | 2016-06-15 | 2025-04-30 18:30:00
lortiz | Luis Ortiz | lortiz@carga.test | N | ALMACEN | 2022-01-10 | 2026-02-20 09:10:00
= external_id: USUARIO
= name: NOMBRE_COMPLETO
= email_address: CORREO
= is_active: not BLOQUEADO
= updated_at: ULT_MODIFICACION

## staff | pt | TOTVS Protheus SRA
RA_FILIAL | RA_MAT | RA_NOME | RA_CIC | RA_ADMISSA | RA_DEMISSA | RA_SITFOLH | RA_EMAIL
01 | 000345 | MARIA SOUZA | 11122233344 | 20180201 |  |  | maria@porto.test
01 | 000346 | JOAO LIMA | 22233344455 | 20160615 | 20250430 | D | joao@porto.test
02 | 000347 | ANA COSTA | 33344455566 | 20220110 |  |  | ana@porto.test
= external_id: RA_MAT
= name: RA_NOME
= email_address: RA_EMAIL
= is_active: until RA_DEMISSA
~ is_active: RA_SITFOLH
~ is_active: (none)

## staff | pt | funcionários
Matrícula | Nome do Funcionário | Cargo | Situação | E-mail Corporativo | E-mail Pessoal | Data de Admissão
345 | Maria Souza | Analista | Ativo | maria@porto.test | ms@mail.test | 01/02/2018
346 | João Lima | Motorista | Desligado | joao@porto.test |  | 15/06/2016
347 | Ana Costa | Assistente | Afastado | ana@porto.test |  | 10/01/2022
= external_id: Matrícula
= name: Nome do Funcionário
= email_address: E-mail Corporativo
= is_active: Situação
map is_active: Ativo=true, Desligado=false

## staff | it | Zucchetti anagrafico
Matricola | Cognome | Nome | Codice Fiscale | Data Assunzione | Data Cessazione | Qualifica | Indirizzo e-mail
0000121 | Rossi | Giulia | RSSGLI80A41F205X | 01/03/2016 |  | Impiegato | g.rossi@ligure.test
0000122 | Bianchi | Marco | BNCMRC75B12D969K | 01/10/2012 | 31/01/2025 | Operaio | m.bianchi@ligure.test
0000130 | Conti | Sara | CNTSRA90C55D969T | 15/07/2021 |  | Impiegato | s.conti@ligure.test
= external_id: Matricola
= name: Nome + Cognome
= email_address: Indirizzo e-mail
= is_active: until Data Cessazione

## staff | nl | AFAS medewerkers
Medewerker | Naam | Roepnaam | Geboortedatum | Datum in dienst | Datum uit dienst | E-mail werk | E-mail privé
1001 | Jansen, P. | Piet | 12-04-1979 | 01-05-2010 |  | p.jansen@delta.test | piet@thuis.test
1002 | Vries, A. de | Anna | 30-09-1988 | 15-08-2015 | 31-12-2024 | a.devries@delta.test |
1009 | Bakker, J. | Jan | 01-01-1992 | 01-02-2022 |  | j.bakker@delta.test | jan@thuis.test
= external_id: Medewerker
= name: Naam
= email_address: E-mail werk
= is_active: until Datum uit dienst

## staff | pl | Comarch Optima pracownicy
Akronim | Kod | Nazwisko | Imię | PESEL | Data zatrudnienia | Data zwolnienia | Archiwalny | E-mail
KOWALSKIJ | 001 | Kowalski | Jan | 80010112345 | 2015-03-01 |  | Nie | j.kowalski@balt.test
NOWAKA | 002 | Nowak | Anna | 85020223456 | 2017-06-15 | 2025-01-31 | Tak | a.nowak@balt.test
WISNIEWSKAM | 003 | Wiśniewska | Marta | 90030334567 | 2021-09-01 |  | Nie | m.wisniewska@balt.test
= external_id: Akronim
~ external_id: Kod
= name: Imię + Nazwisko
= email_address: E-mail
= is_active: not Archiwalny
~ is_active: until Data zwolnienia

## staff | pl | pracownicy bez nagłówków
(none)
1 | maslo | Adam | Adamski
2 | maslo | Jan | Kowalski
3 | maslo | Anna | Nowak
4 | maslo | Marta | Wiśniewska
= external_id: #1
= name: #3 + #4
~ name: (none)

## staff | cs | Pohoda personalistika
Osobní číslo | Příjmení | Jméno | Titul | Rodné číslo | Datum nástupu | Ukončení PP | E-mail | Středisko
101 | Novák | Petr | Ing. | 800101/1234 | 1.3.2015 |  | novak@morava.test | DOP
102 | Dvořáková | Jana |  | 855202/2345 | 15.6.2017 | 31.1.2025 | dvorakova@morava.test | SKL
110 | Svoboda | Tomáš | Bc. | 900303/3456 | 1.9.2021 |  | svoboda@morava.test | DOP
= external_id: Osobní číslo
= name: Jméno + Příjmení
= email_address: E-mail
= is_active: until Ukončení PP

## staff | hu | dolgozói törzs
Törzsszám | Név | Születési név | Adóazonosító jel | Belépés dátuma | Kilépés dátuma | Munkakör | E-mail cím | Aktív
T0012 | Kovács Anna | Nagy Anna | 8123456789 | 2018.02.01. |  | ügyintéző | kovacs@duna.test | igen
T0013 | Szabó Péter | Szabó Péter | 8234567890 | 2016.06.15. | 2025.04.30. | raktáros | szabo@duna.test | nem
T0020 | Tóth Eszter | Kiss Eszter | 8345678901 | 2022.01.10. |  | vámügyintéző | toth@duna.test | igen
= external_id: Törzsszám
= name: Név
= email_address: E-mail cím
= is_active: Aktív
~ is_active: until Kilépés dátuma

## staff | ro | salariați
Marca | Nume | Prenume | CNP | Funcție | Data angajării | Data încetării | Stare | Email serviciu
101 | Popescu | Ion | 1800101123456 | șofer | 01.02.2018 |  | activ | i.popescu@carpat.test
102 | Ionescu | Maria | 2850202234567 | contabil | 15.06.2016 | 30.04.2025 | inactiv | m.ionescu@carpat.test
109 | Stan | Andrei | 1900303345678 | dispecer | 10.01.2022 |  | activ | a.stan@carpat.test
= external_id: Marca
= name: Prenume + Nume
~ name: Nume + Prenume
= email_address: Email serviciu
= is_active: Stare
~ is_active: until Data încetării
map is_active: activ=true, inactiv=false

## staff | tr | personel listesi
personel_id | ad | soyad | tc_no | telefon | departman | ise_giris_tarihi | performans_puani | eposta | aktif
P001 | Ayşe | Yılmaz | 11111111110 | 5551112233 | ihracat | 2018-03-15 |  | ayse@bogaz.test | 1
P002 | Mehmet | Kaya | 22222222220 | 5551112234 | ithalat | 2019-06-01 | 92.5 | mehmet@bogaz.test | 1
P003 | Elif | Demir | 33333333330 | 5551112235 | depo | 2021-01-10 | 88.0 | elif@bogaz.test | 0
= external_id: personel_id
= name: ad + soyad
= email_address: eposta
= is_active: aktif

## staff | ru | 1С сотрудники
Табельный номер | ФИО | Должность | Подразделение | Дата приема | Дата увольнения | Электронная почта | ИНН
0000-00012 | Иванова Анна Петровна | Логист | Отдел логистики | 01.02.2018 |  | ivanova@neva.test | 781234567890
0000-00013 | Петров Олег Игоревич | Водитель | Гараж | 15.06.2016 | 30.04.2025 | petrov@neva.test | 781234567891
0000-00020 | Сидорова Мария | Бухгалтер | Бухгалтерия | 10.01.2022 |  | sidorova@neva.test | 781234567892
= external_id: Табельный номер
= name: ФИО
= email_address: Электронная почта
= is_active: until Дата увольнения

## staff | ru | обеды
ФИО сотрудника | Должность | Подразделение | Отдел | Взрослый | Дети до 14 лет | Пол
Орлов Пётр Ильич | Водитель | Склад |  | 1 | 0 | Мужской
Зимина Ольга Львовна | Специалист 1С | Офис | ИТ | 1 | 2 | Женский
Белый Ян Маркович | Экспедитор | Водители |  | 1 | 1 | Мужской
Липова Вера Юрьевна | Кладовщик | Склад |  | 1 | 0 | Женский
= name: ФИО сотрудника
~ external_id: ФИО сотрудника

## staff | uk | працівники
Таб. № | Прізвище, ім'я, по батькові | Посада | Статус | Ел. пошта | Дата народження
17 | Шевченко Олена Іванівна | Менеджер | Працює | shevchenko@dnipro.test | 03.05.1980
18 | Коваль Іван Петрович | Водій | Звільнений | koval@dnipro.test | 11.11.1975
25 | Бондар Марія Олегівна | Декларант | Працює | bondar@dnipro.test | 24.12.1990
= external_id: Таб. №
= name: Прізвище, ім'я, по батькові
= email_address: Ел. пошта
= is_active: Статус
map is_active: Працює=true, Звільнений=false

## staff | zh | 金蝶职员
职员代码 | 职员名称 | 部门 | 职员类别 | 入职日期 | 离职日期 | 电子邮件 | 禁用状态
ZY001 | 王小明 | 海运部 | 正式 | 2018-02-01 |  | wang@hai.test | 否
ZY002 | 李红 | 空运部 | 正式 | 2016-06-15 | 2025-04-30 | li@hai.test | 是
ZY009 | 陈伟 | 财务部 | 试用 | 2025-12-01 |  | chen@hai.test | 否
= external_id: 职员代码
= name: 职员名称
= email_address: 电子邮件
= is_active: not 禁用状态
~ is_active: until 离职日期

## staff | zh | 企业微信通讯录
姓名 | 账号 | 职务 | 部门 | 性别 | 手机 | 企业邮箱 | 别名 | 激活状态 | 禁用状态
王小明 | wangxm | 经理 | 海运部 | 男 | 13800000001 | wangxm@hai.test | 小明 | 已激活 | 启用
李红 | lihong | 操作 | 空运部 | 女 | 13800000002 | lihong@hai.test |  | 未激活 | 禁用
陈伟 | chenwei | 会计 | 财务部 | 男 | 13800000003 | chenwei@hai.test |  | 已激活 | 启用
= external_id: 账号
= name: 姓名
= email_address: 企业邮箱
~ is_active: 禁用状态

## staff | ja | SmartHR 従業員
社員番号 | 姓 | 名 | 姓（ヨミガナ） | 名（ヨミガナ） | 生年月日 | 入社年月日 | 退社年月日 | 在籍状況 | 業務メールアドレス
1001 | 山田 | 太郎 | ヤマダ | タロウ | 1980/05/03 | 2018/02/01 |  | 在職中 | yamada@minato.test
1002 | 川口 | 花子 | カワグチ | ハナコ | 1985/11/11 | 2016/06/15 | 2025/04/30 | 退職済 | kawaguchi@minato.test
1005 | 森 | 次郎 | モリ | ジロウ | 1990/12/24 | 2022/01/10 |  | 休職中 | mori@minato.test
= external_id: 社員番号
= name: 姓 +"" 名
~ name: 姓 + 名
= email_address: 業務メールアドレス
= is_active: 在籍状況
~ is_active: until 退社年月日
map is_active: 在職中=true, 退職済=false

## staff | ja | freee人事労務
従業員番号 | 氏名 | 雇用形態 | 基本給
0001 | 山田 太郎 | 正社員 | 300000
0002 | 川口 花子 | パート | 1200
0003 | 森 次郎 | 正社員 | 280000
= external_id: 従業員番号
= name: 氏名

## staff | ko | 사원 명부
사번 | 성명 | 부서명 | 직급 | 입사일자 | 퇴사일자 | 재직구분 | 회사메일 | 개인메일
20180012 | 김민수 | 해운팀 | 과장 | 2018-02-01 |  | 재직 | kim@busan.test | k@home.test
20160033 | 이영희 | 항공팀 | 대리 | 2016-06-15 | 2025-04-30 | 퇴직 | lee@busan.test |
20220005 | 박지훈 | 회계팀 | 사원 | 2022-01-10 |  | 휴직 | park@busan.test |
= external_id: 사번
= name: 성명
= email_address: 회사메일
= is_active: 재직구분
~ is_active: until 퇴사일자
map is_active: 재직=true, 퇴직=false

## staff | vi | MISA nhân viên
Mã nhân viên | Tên nhân viên | Giới tính | Ngày sinh | Chức danh | Tên đơn vị | Email | Ngừng theo dõi
NV00001 | Nguyễn Văn An | Nam | 03/05/1980 | Nhân viên | Phòng kinh doanh | an@saigon.test | Không
NV00002 | Trần Thị Bình | Nữ | 11/11/1985 | Kế toán | Phòng kế toán | binh@saigon.test | Có
NV00007 | Lê Minh Châu | Nam | 24/12/1990 | Nhân viên | Kho | chau@saigon.test | Không
= external_id: Mã nhân viên
= name: Tên nhân viên
= email_address: Email
= is_active: not Ngừng theo dõi

## staff | id | data karyawan
NIK | Nama Karyawan | Jabatan | Divisi | Tanggal Masuk | Tanggal Keluar | Status Karyawan | Email Kantor
K-0012 | Budi Santoso | Staf Ekspor | Operasional | 01/02/2018 |  | Tetap | budi@jawa.test
K-0013 | Siti Aminah | Kasir | Keuangan | 15/06/2016 | 30/04/2025 | Kontrak | siti@jawa.test
K-0020 | Agus Wijaya | Supir | Transport | 10/01/2022 |  | Tetap | agus@jawa.test
= external_id: NIK
= name: Nama Karyawan
= email_address: Email Kantor
= is_active: until Tanggal Keluar

## staff | ar | قائمة الموظفين
الرقم الوظيفي | اسم الموظف | القسم | المسمى الوظيفي | البريد الإلكتروني | الحالة | تاريخ التعيين
1012 | أحمد علي | الشحن البحري | موظف | ahmad@khalij.test | على رأس العمل | 2018-02-01
1013 | سارة محمد | المحاسبة | محاسبة | sara@khalij.test | مستقيل | 2016-06-15
1020 | خالد حسن | المستودع | مشرف | khaled@khalij.test | على رأس العمل | 2022-01-10
= external_id: الرقم الوظيفي
= name: اسم الموظف
= email_address: البريد الإلكتروني
= is_active: الحالة
map is_active: مستقيل=false

## staff | sv | Hogia personal
Anst.nr | Förnamn | Efternamn | Personnummer | Anställningsdatum | Avgångsdatum | E-post arbete | Kostnadsställe
112 | Anna | Lindqvist | 19800503-1234 | 2018-02-01 |  | anna@kust.test | 100
113 | Erik | Sjöberg | 19751111-2345 | 2016-06-15 | 2025-04-30 | erik@kust.test | 100
120 | Maja | Nyström | 19901224-3456 | 2022-01-10 |  | maja@kust.test | 200
= external_id: Anst.nr
= name: Förnamn + Efternamn
= email_address: E-post arbete
= is_active: until Avgångsdatum

## staff | da | medarbejdere
Medarbejdernr. | Fulde navn | Initialer | Stilling | Ansat | Fratrådt | Arbejdsmail | Spærret
12 | Mette Holm | MHO | Speditør | 01-02-2018 |  | mho@fjord.test | Nej
13 | Lars Krogh | LKR | Chauffør | 15-06-2016 | 30-04-2025 | lkr@fjord.test | Ja
20 | Ida Bech | IBE | Bogholder | 10-01-2022 |  | ibe@fjord.test | Nej
= external_id: Medarbejdernr.
~ external_id: Initialer
= name: Fulde navn
= email_address: Arbejdsmail
= is_active: not Spærret
~ is_active: until Fratrådt

## staff | fi | henkilöstö
Henkilönumero | Sukunimi | Etunimi | Henkilötunnus | Työsuhteen alku | Työsuhteen loppu | Sähköposti | Tila
112 | Virtanen | Aino | 030580-123A | 1.2.2018 |  | aino@saimaa.test | Aktiivinen
113 | Korhonen | Matti | 111175-234B | 15.6.2016 | 30.4.2025 | matti@saimaa.test | Päättynyt
120 | Laine | Sanna | 241290-345C | 10.1.2022 |  | sanna@saimaa.test | Aktiivinen
= external_id: Henkilönumero
= name: Etunimi + Sukunimi
= email_address: Sähköposti
= is_active: Tila
~ is_active: until Työsuhteen loppu
map is_active: Aktiivinen=true, Päättynyt=false

## staff | no | ansatte
Ansattnr | Fornavn | Etternavn | Stilling | Startdato | Sluttdato | E-post | Aktiv
112 | Kari | Nordmann | Speditør | 01.02.2018 |  | kari@vestland.test | Ja
113 | Ola | Berge | Sjåfør | 15.06.2016 | 30.04.2025 | ola@vestland.test | Nei
120 | Ingrid | Dahl | Regnskap | 10.01.2022 |  | ingrid@vestland.test | Ja
= external_id: Ansattnr
= name: Fornavn + Etternavn
= email_address: E-post
= is_active: Aktiv
~ is_active: until Sluttdato

## staff | sk | zamestnanci
ID | Meno | Priezvisko | Pozícia | E-mail | Stav
1 | Ján | Horváth | Vodič | horvath@tatry.test | aktívny
2 | Eva | Kováčová | Účtovníčka | kovacova@tatry.test | neaktívny
5 | Peter | Baláž | Dispečer | balaz@tatry.test | aktívny
= external_id: ID
= name: Meno + Priezvisko
= email_address: E-mail
= is_active: Stav
map is_active: aktívny=true, neaktívny=false

## charge-code | en | CargoWise charge codes, all columns
Code | Description | Local Description | Charge Type | Charge Group | Is Active | Cost GST Rate | Sell GST Rate | Department Filter | System Last Edit Time
AFRT | Air Freight | Luftfracht | MRG | FRT | Y | FREE | FREE | FEA;FIA | 12-Mar-26 09:15
CUST | Customs Clearance | Verzollung | MRG | DST | Y | GST | GST | ALL | 03-Jan-26 17:40
DUTY | Customs Duty | Zoll | DIS | DST | Y | FREE | FREE | ALL | 28-Feb-26 11:02
PICK | Pick Up | Abholung | MRG | ORG | N | GST | GST | ALL | 15-Feb-26 13:21
= external_id: Code
= code: Code
= description: Description
= charge_type: Charge Group
= tax_code: Sell GST Rate
= is_active: Is Active
= updated_at: System Last Edit Time
map charge_type: FRT=freight, DST=destination, ORG=origin

## charge-code | en | GoFreight billing codes
Billing Code | Name (English) | Name (Local) | GL Code (Revenue) | GL Code (Cost) | OI | OE | AI | AE | Status
OFR | OCEAN FREIGHT | 海運費 | 4010 | 5010 | V | V |  |  | Active
AFR | AIR FREIGHT | 空運費 | 4020 | 5020 |  |  | V | V | Active
THC | TERMINAL HANDLING CHARGE | 吊櫃費 | 4030 | 5030 | V | V |  |  | Active
OLD | OLD CHARGE | 舊費用 | 4099 | 5099 |  |  |  |  | Inactive
= external_id: Billing Code
= code: Billing Code
= description: Name (English)
= is_active: Status

## charge-code | en | Magaya items and services
Code | Description | Type | Account | Price | Currency | Tax Code | Inactive
AIRFRT-I | Air Freight Service | Income | 4100 Freight Income | 0.00 | USD | T7 | False
AIRFRT-E | Air Freight Service | Expense | 5100 Freight Cost | 0.00 | USD |  | False
INLFRT-I | Inland Freight | Income | 4110 Inland Income | 0.00 | USD | T7 | False
HANDL-I | Handling | Income | 4120 Handling | 25.00 | USD | T7 | True
= external_id: Code
= code: Code
= description: Description
= tax_code: Tax Code
= is_active: not Inactive

## charge-code | en | eFMS charge template
Code(*) | Name En(*) | Name Local(*) | Unit | Unit Price | Currency | VAT | Type(*) | Service(*) | Status
AI_AFR | Air freight | Cước hàng không | KGS | 2.5 | USD | 0 | DEBIT | AI | Active
SE_THC | Terminal handling | Phí xếp dỡ | CONT | 120 | USD | 10 | CREDIT | SE;SI | Active
SE_BL | B/L fee | Phí vận đơn | SET | 35 | USD | 10 | OBH | SE | Inactive
= external_id: Code(*)
= code: Code(*)
= description: Name En(*)
= is_active: Status

## charge-code | en | ShipLogix charges
Charge Code | Charge Name | Charge Group | Category | Charge Type | Status | Created On
DOC | Documentation Fee | DOCUMENTATION | AGENCY REVENUE | SEA | ACTIVE | 01/02/2020
DET | Detention | EQUIPMENT | CARRIER REIMBURSEMENT | SEA | ACTIVE | 01/02/2020
AWB | Airway Bill Fee | DOCUMENTATION | AGENCY REVENUE | AIR | INACTIVE | 05/06/2021
= external_id: Charge Code
= code: Charge Code
= description: Charge Name
= is_active: Status

## charge-code | en | McLeod other charge codes
company_id | id | descr | incl_in_freight | is_fuel_surcharge | is_taxable | gl_acct
TMS | FSC | Fuel surcharge | Y | Y | N | 4010
TMS | LUMP | Lumper | N | N | N | 4020
TMS2 | FSC | Fuel surcharge | Y | Y | N | 4010
TMS2 | DET | Detention | N | N | Y | 4030
= external_id: company_id +"|" id
= code: id
= description: descr

## charge-code | en | Freightek charges with stage
CHARGE CODE | CHARGE NAME | TYPE | UNIT | TAX % | ACTIVE
OTHC | Origin THC | Origin | CNTR | 18 | Yes
DTHC | Destination THC | Destination | CNTR | 18 | Yes
DOFEE | Delivery Order Fee | Destination | BL | 18 | No
PUP | Pick up | Origin | SHPT | 18 | Yes
= external_id: CHARGE CODE
= code: CHARGE CODE
= description: CHARGE NAME
= charge_type: TYPE
= is_active: ACTIVE
map charge_type: Origin=origin, Destination=destination

## charge-code | en | UN Rec 23 extract
Group | Subgroup | Code | Description | Duplicate
1 | 00 | 000 | FREIGHT CHARGES | 
1 | 01 | 000 | Basic freight | 
1 | 01 | 001 | Freight, basic, air | X
2 | 00 | 000 | GOODS HANDLING CHARGES | 
2 | 01 | 001 | Handling, general | 
= external_id: Group +"" Subgroup +"" Code
= code: Group +"" Subgroup +"" Code
= description: Description
~ code: Code
~ external_id: (none)
~ code: (none)
~ charge_type: Group

## charge-code | en | IATA other charge codes
Code | Meaning
AC | Animal Container
AW | Air Waybill Fee
CD | Clearance and Handling - Destination
CH | Clearance and Handling - Origin
= external_id: Code
= code: Code
= description: Meaning

## charge-code | en | QuickBooks item list
Item | Description | Type | Cost | Price | Sales Tax Code | Account | Active Status
Freight:Air | Air freight | Service | 0.00 | 0.00 | Non | Freight Income | Active
Freight:Ocean | Ocean freight | Service | 0.00 | 0.00 | Non | Freight Income | Active
Handling | Terminal handling | Service | 0.00 | 45.00 | Tax | Handling Income | Not-active
= external_id: Item
= code: Item
= description: Description
= tax_code: Sales Tax Code
= is_active: Active Status
map is_active: Active=true, Not-active=false

## charge-code | de | Leistungsarten
Leistungsart | Bezeichnung | Kurztext | Gruppe | Erlöskonto | Steuerschlüssel | gesperrt
100 | Seefracht | SEEFR | Fracht | 8400 | 0 | 
110 | Vorlauf | VORL | Abgang | 8410 | 3 | 
120 | Nachlauf | NACHL | Empfang | 8410 | 3 | 
190 | Alte Gebühr | ALT | Sonstiges | 8490 | 3 | X
= external_id: Leistungsart
= code: Leistungsart
= description: Bezeichnung
= charge_type: Gruppe
= tax_code: Steuerschlüssel
= is_active: not gesperrt
map charge_type: Fracht=freight, Abgang=origin, Empfang=destination, Sonstiges=other

## charge-code | de | Artikel Lexware
Artikelnummer | Bezeichnung1 | Bezeichnung2 | Warengruppe | Einheit | Preis netto | Steuersatz | Inaktiv
F-001 | Luftfracht | Export | Frachten | kg | 2,50 | 19 | Nein
F-002 | Seefracht | FCL | Frachten | Cont | 1.250,00 | 0 | Nein
G-001 | Dokumentengebühr |  | Gebühren | Stk | 35,00 | 19 | Ja
= external_id: Artikelnummer
= code: Artikelnummer
= description: Bezeichnung1
= is_active: not Inaktiv

## charge-code | fr | rubriques de facturation
Code rubrique | Libellé | Libellé anglais | Nature | Code TVA | Compte vente | Actif
FRET | Fret maritime | Ocean freight | FRET | E0 | 706100 | O
ENLV | Enlèvement | Pick up | DEPART | N20 | 706200 | O
LIVR | Livraison | Delivery | ARRIVEE | N20 | 706300 | O
DIV | Divers | Misc | AUTRE | N20 | 706900 | N
= external_id: Code rubrique
= code: Code rubrique
= description: Libellé
= charge_type: Nature
= tax_code: Code TVA
= is_active: Actif
map charge_type: FRET=freight, DEPART=origin, ARRIVEE=destination, AUTRE=other

## charge-code | es | conceptos de facturación
Concepto | Descripción | Tipo | Cuenta contable | Tipo IVA | Obsoleto
FLE | Flete marítimo | INGRESO | 70500001 | EXE | N
REC | Recogida | INGRESO | 70500002 | G21 | N
DES | Despacho de aduanas | SUPLIDO | 55400001 | G21 | N
ANT | Concepto antiguo | INGRESO | 70500009 | G21 | S
= external_id: Concepto
= code: Concepto
= description: Descripción
= tax_code: Tipo IVA
= is_active: not Obsoleto

## charge-code | pt | taxas e serviços
Código | Descrição do Serviço | Grupo | CST | Alíquota ISS | Ativo?
1001 | Frete internacional | Frete | 01 | 0,00 | Sim
1002 | Capatazia origem | Origem | 01 | 5,00 | Sim
1003 | Desconsolidação | Destino | 01 | 5,00 | Sim
1009 | Taxa antiga | Outros | 01 | 5,00 | Não
= external_id: Código
= code: Código
= description: Descrição do Serviço
= charge_type: Grupo
~ tax_code: CST
= is_active: Ativo?
map charge_type: Frete=freight, Origem=origin, Destino=destination, Outros=other

## charge-code | it | voci di costo
Cod. Voce | Descrizione | Descrizione Inglese | Cod. IVA | Conto ricavo | Annullato
NOL | Nolo marittimo | Ocean freight | N8 | 4100 | N
RIT | Ritiro | Pick up | 22 | 4110 | N
DOG | Operazioni doganali | Customs | 22 | 4120 | S
= external_id: Cod. Voce
= code: Cod. Voce
= description: Descrizione
= tax_code: Cod. IVA
= is_active: not Annullato

## charge-code | nl | artikelen Exact Online
Artikelcode | Omschrijving | Artikelgroep | Btw-code verkoop | Btw-code inkoop | Omzetrekening | Geblokkeerd
VRACHT | Zeevracht | Vracht | 0 | 0 | 8000 | Nee
THC | Terminal handling | Overig | 2 | 4 | 8010 | Nee
DOUANE | Inklaring | Overig | 2 | 4 | 8020 | Ja
= external_id: Artikelcode
= code: Artikelcode
= description: Omschrijving
= tax_code: Btw-code verkoop
= is_active: not Geblokkeerd
~ charge_type: Artikelgroep

## charge-code | pl | cennik usług
Symbol | Nazwa usługi | JM | Cena netto | Stawka VAT | Grupa | Nieaktywny
FRM | Fracht morski | kont. | 1500,00 | 0% | FRACHT | 0
OCL | Odprawa celna | szt. | 350,00 | 23% | CŁO | 0
DOS | Dowóz | szt. | 800,00 | 23% | TRANSPORT | 1
= external_id: Symbol
= code: Symbol
= description: Nazwa usługi
= is_active: not Nieaktywny

## charge-code | cs | ceník služeb
Kód | Název | Sazba DPH | Předkontace | Skupina | Neaktivní
NAM | Námořní přeprava | 0 | 3Fv | Přepravné | Ne
CEL | Celní odbavení | 21 | 3Fv | Clo | Ne
SKL | Skladné | 21 | 3Fv | Sklad | Ano
= external_id: Kód
= code: Kód
= description: Název
= is_active: not Neaktivní

## charge-code | tr | hizmet kartları
Hizmet Kodu | Hizmet Adı | Hizmet Adı 2 | KDV Oranı | Birim | Pasif
NAV.001 | Navlun | Ocean freight | 0 | ADET | Hayır
LOK.001 | Liman hizmeti | Port charges | 20 | ADET | Hayır
ESK.001 | Eski hizmet | Old | 20 | ADET | Evet
= external_id: Hizmet Kodu
= code: Hizmet Kodu
= description: Hizmet Adı
= is_active: not Pasif

## charge-code | ru | номенклатура услуг
Код | Наименование | Полное наименование | Ставка НДС | Вид | Пометка удаления
00-001 | Фрахт | Морской фрахт | Без НДС | Услуга | Нет
00-002 | Экспедирование | Экспедирование в порту | 20% | Услуга | Нет
00-009 | Старое | Старая услуга | 20% | Услуга | Да
= external_id: Код
= code: Код
= description: Наименование
~ description: Полное наименование
= is_active: not Пометка удаления
~ tax_code: Ставка НДС

## charge-code | zh | 费用项目
费用代码 | 中文名称 | 英文名称 | 费用类别 | 税率 | 币种 | 是否启用 | 更新时间
OF | 海运费 | OCEAN FREIGHT | 运费 | 0 | USD | 是 | 2026-01-15 10:00:00
ORC | 起运港码头费 | ORIGIN RECEIVING CHARGE | 起运港 | 6 | CNY | 是 | 2026-01-16 10:00:00
DTHC | 目的港码头费 | DESTINATION THC | 目的港 | 6 | USD | 否 | 2025-11-20 09:30:00
= external_id: 费用代码
= code: 费用代码
= description: 中文名称
~ description: 英文名称
= charge_type: 费用类别
= is_active: 是否启用
= updated_at: 更新时间
map charge_type: 运费=freight, 起运港=origin, 目的港=destination

## charge-code | ja | 料金マスタ
料金コード | 料金名称 | 料金名称（英） | 課税区分 | 単価 | 有効開始日 | 削除フラグ
F01 | 海上運賃 | OCEAN FREIGHT | 免税 | 0 | 2020/04/01 | 0
H01 | 通関料 | CUSTOMS | 課税 | 11800 | 2020/04/01 | 0
H09 | 旧料金 | OLD | 課税 | 100 | 2015/04/01 | 1
= external_id: 料金コード
= code: 料金コード
= description: 料金名称
= is_active: not 削除フラグ
~ tax_code: 課税区分

## charge-code | ko | 운임 항목
항목코드 | 항목명(한글) | 항목명(영문) | 구분 | 과세구분 | 사용여부
OFR | 해상운임 | OCEAN FREIGHT | 운임 | 영세 | Y
THC | 터미널조작료 | TERMINAL HANDLING | 기타 | 과세 | Y
WFG | 부두사용료 | WHARFAGE | 기타 | 과세 | N
= external_id: 항목코드
= code: 항목코드
= description: 항목명(한글)
~ description: 항목명(영문)
= is_active: 사용여부
~ charge_type: 구분
~ tax_code: 과세구분

## charge-code | vi | danh mục phí
Mã phí | Tên phí | Tên tiếng Anh | Loại phí | Thuế suất | Trạng thái
CBI | Cước biển | Ocean freight | Thu | 0 | Đang sử dụng
PTHC | Phí xếp dỡ | THC | Thu | 10 | Đang sử dụng
PCU | Phí cũ | Old fee | Chi | 10 | Ngừng sử dụng
= external_id: Mã phí
= code: Mã phí
= description: Tên phí
= is_active: Trạng thái
map is_active: Đang sử dụng=true, Ngừng sử dụng=false

## charge-code | sv | artikelregister Fortnox
Artikelnummer | Benämning | Enhet | Försäljningspris | Moms | Försäljningskonto | Aktiv | Utgått
F100 | Sjöfrakt | st | 0 | 0 | 3105 | true | false
F110 | Hämtning | st | 850 | 25 | 3001 | true | false
F900 | Gammal avgift | st | 10 | 25 | 3001 | false | true
= external_id: Artikelnummer
= code: Artikelnummer
= description: Benämning
= is_active: Aktiv
~ is_active: (none)

## tax-code | en | Xero tax rates
Name | TaxType | CanApplyToAssets | CanApplyToRevenue | DisplayTaxRate | EffectiveRate | Status
20% (VAT on Income) | OUTPUT2 | true | true | 20.0000 | 20.0000 | ACTIVE
20% (VAT on Expenses) | INPUT2 | true | false | 20.0000 | 20.0000 | ACTIVE
Zero Rated Income | ZERORATEDOUTPUT | true | true | 0.0000 | 0.0000 | ACTIVE
17.5% (VAT on Income) | OUTPUT | true | true | 17.5000 | 17.5000 | DELETED
= external_id: TaxType
= code: TaxType
= description: Name
= rate: EffectiveRate
~ rate: DisplayTaxRate
= is_active: Status
map is_active: ACTIVE=true, DELETED=false
unit: percent

## tax-code | en | CargoWise tax IDs
Tax ID | Description | Tax Rate | Tax Type | Country | Is Active | Valid From | Valid To
GST | Goods and Services Tax | 10.0000 | GST | AU | Y | 01-Jul-00 | 
FREE | GST Free | 0.0000 | GST | AU | Y | 01-Jul-00 | 
WHT | Withholding | 5.0000 | WHT | AU | N | 01-Jul-00 | 30-Jun-20
= external_id: Tax ID
= code: Tax ID
= description: Description
= rate: Tax Rate
= country: Country
= is_active: Is Active
= valid_from: Valid From
= valid_to: Valid To
~ tax_type: Tax Type
unit: percent

## tax-code | en | QuickBooks Online TaxRate
Id | Name | Description | RateValue | AgencyRef | Active | SpecialTaxType | MetaData_CreateTime | MetaData_LastUpdatedTime
3 | GST | GST Canada | 5 | 1 | true | NONE | 2020-01-01T10:00:00-08:00 | 2025-01-01T10:00:00-08:00
4 | HST ON | HST Ontario | 13 | 1 | true | NONE | 2020-01-01T10:00:00-08:00 | 2025-02-01T10:00:00-08:00
5 | PST BC | PST | 7 | 2 | false | NONE | 2020-01-01T10:00:00-08:00 | 2023-02-01T10:00:00-08:00
= external_id: Id
= code: Name
= description: Description
= rate: RateValue
= is_active: Active
= updated_at: MetaData_LastUpdatedTime
unit: percent

## tax-code | en | MYOB tax list
Tax Code | Description | Tax Type | Rate | Linked Account
GST | Goods & Services Tax | Goods & Services Tax | 10.00% | 2-1210
FRE | GST Free | Goods & Services Tax | 0.00% | 2-1210
LCT | Luxury Car Tax | Consolidated | 33.00% | 2-1230
N-T | Not Reportable | Goods & Services Tax | 0.00% | 
= external_id: Tax Code
= code: Tax Code
= description: Description
= rate: Rate
~ tax_type: Tax Type
unit: percent

## tax-code | en | Magento EU rates
Code | Country | State | Zip/Post Code | Rate | Zip/Post is Range | Range From | Range To | default
Austria | AT | * |  | 20.0000 |  |  |  | 
Belgium | BE | * |  | 21.0000 |  |  |  | 
Spain (Tenerife) | ES | Santa Cruz de Tenerife |  | 0.0000 |  |  |  | 
Germany | DE | * |  | 19.0000 |  |  |  | 
= external_id: Code
= code: Code
= description: Code
~ description: (none)
= rate: Rate
= country: Country
~ region: State
unit: percent

## tax-code | en | product tax categories
ID | Name | Description
txcd_99999999 | General - Tangible Goods | A physical good that can be moved or touched.
txcd_20030000 | General - Services | General category for services.
txcd_00000000 | Nontaxable | Any nontaxable good or service.
= external_id: ID
= code: ID
= description: Name
~ description: Description

## tax-code | en | Odoo chart template with lines
id | sequence | name | description | invoice_label | amount | amount_type | type_tax_use | tax_group_id | repartition_line_ids/factor_percent | repartition_line_ids/repartition_type | description@hu
F27 | 10 | 27% | 27% VAT | 27% | 27.0 | percent | sale | tax_group_27 | 100 | base | 27% ÁFA
 |  |  |  |  |  |  |  |  | 100 | tax | 
F18 | 20 | 18% | 18% VAT | 18% | 18.0 | percent | sale | tax_group_18 | 100 | base | 18% ÁFA
 |  |  |  |  |  |  |  |  | 100 | tax | 
V27 | 100 | 27% P | 27% VAT P | 27% | 27.0 | percent | purchase | tax_group_27 | 100 | base | 27% ÁFA
 |  |  |  |  |  |  |  |  | 100 | tax | 
= external_id: id
= code: name
~ code: id
= description: description
= rate: amount
= direction: type_tax_use
map direction: sale=output, purchase=input
unit: percent

## tax-code | en | Coupa tax codes
ID | Name | Country Code | Tax Rate Percentage | Exempt? | Reverse Charge? | Start Date | End Date | Active
11 | DE-19 | DE | 19 | No | No | 2021-01-01 |  | Yes
12 | DE-16 | DE | 16 | No | No | 2020-07-01 | 2020-12-31 | No
13 | DE-RC | DE | 0 | No | Yes | 2010-01-01 |  | Yes
= external_id: ID
= code: Name
= country: Country Code
= rate: Tax Rate Percentage
= valid_from: Start Date
= valid_to: End Date
= is_active: Active
~ description: Name
unit: percent

## tax-code | en | Axelor tax lines
importId | tax.code | startDate | endDate | value
1 | TVA_196 | 2000-04-01 | 2013-12-31 | 0.196
2 | TVA_200 | 2014-01-01 |  | 0.2
3 | TVA_100 | 2014-01-01 |  | 0.1
4 | TVA_055 | 2012-01-01 |  | 0.055
= external_id: importId
= code: tax.code
= rate: value
= valid_from: startDate
= valid_to: endDate
unit: fraction

## tax-code | fr | WooCommerce Canada
Code pays | Code état | Code postal | Ville | Taux % | Nom de la taxe | Priorité | Cumulable | Expédition | Classe de taxe
CA | AB |  |  | 5.0000 | TPS (5%) | 1 | 0 | 0 | 
CA | NB |  |  | 15.0000 | TVH (15%) | 1 | 0 | 0 | 
CA | QC |  |  | 5.0000 | TPS (5%) | 1 | 0 | 0 | 
CA | QC |  |  | 9.9750 | TVQ (9.975%) | 2 | 0 | 0 | 
= country: Code pays
= region: Code état
~ region: (none)
= rate: Taux %
= description: Nom de la taxe
~ external_id: Code pays +"|" Code état +"|" Priorité
~ code: Nom de la taxe
unit: percent

## tax-code | de | DATEV Steuerschlüssel
BU-Schlüssel | Bezeichnung | Steuersatz | Art | Gültig von | Gültig bis | Konto
3 | USt 19 % | 19,00 | USt | 01.01.2007 |  | 1776
2 | USt 7 % | 7,00 | USt | 01.01.2007 |  | 1771
9 | VSt 19 % | 19,00 | VSt | 01.01.2007 |  | 1576
8 | VSt 7 % | 7,00 | VSt | 01.01.2007 |  | 1571
= external_id: BU-Schlüssel
= code: BU-Schlüssel
= description: Bezeichnung
= rate: Steuersatz
= valid_from: Gültig von
= valid_to: Gültig bis
= direction: Art
~ direction: (none)
map direction: USt=output, VSt=input
unit: percent

## tax-code | de | SAP Steuerkennzeichen T007A
Mandt | Kalk | StKz | Art | Bezeichnung | Ziel-StKz | EG-Kz
100 | TAXD | A1 | A | Ausgangssteuer 19 % |  | 
100 | TAXD | A2 | A | Ausgangssteuer 7 % |  | 
100 | TAXD | V1 | V | Vorsteuer 19 % |  | 
100 | TAXD | V0 | V | Vorsteuer 0 % |  | 
= external_id: StKz
= code: StKz
= description: Bezeichnung
= direction: Art
map direction: A=output, V=input

## tax-code | es | tipos de IVA
Código | Descripción | % IVA | % Recargo | Tipo de operación | Fecha inicio | Activo
G21 | IVA General 21% | 21,00 | 5,20 | Ventas | 01/09/2012 | Sí
R10 | IVA Reducido 10% | 10,00 | 1,40 | Ventas | 01/09/2012 | Sí
S21 | IVA Soportado 21% | 21,00 | 0,00 | Compras | 01/09/2012 | Sí
G18 | IVA General 18% | 18,00 | 4,00 | Ventas | 01/07/2010 | No
= external_id: Código
= code: Código
= description: Descripción
= rate: % IVA
= direction: Tipo de operación
= valid_from: Fecha inicio
= is_active: Activo
map direction: Ventas=output, Compras=input
unit: percent

## tax-code | it | codici IVA
Codice | Descrizione | Aliquota | Natura | % Indetraibilità | Obsoleto
22 | IVA 22% | 22,00 |  | 0 | N
10 | IVA 10% | 10,00 |  | 0 | N
N8 | Non imponibile art. 8 | 0,00 | N3.1 | 0 | N
21 | IVA 21% | 21,00 |  | 0 | S
= external_id: Codice
= code: Codice
= description: Descrizione
= rate: Aliquota
= is_active: not Obsoleto
unit: percent

## tax-code | nl | btw-codes Exact
Code | Omschrijving | Percentage | Type | Inclusief/Exclusief | Geblokkeerd
0 | Geen btw | 0,00 | Verkoop | Exclusief | Nee
2 | Btw hoog te vorderen | 21,00 | Inkoop | Exclusief | Nee
4 | Btw hoog af te dragen | 21,00 | Verkoop | Exclusief | Nee
6 | Btw laag oud | 6,00 | Verkoop | Exclusief | Ja
= external_id: Code
= code: Code
= description: Omschrijving
= rate: Percentage
= direction: Type
= is_active: not Geblokkeerd
map direction: Verkoop=output, Inkoop=input
unit: percent

## tax-code | pl | stawki VAT
Kod stawki | Nazwa | Stawka | Rodzaj rejestru | Od dnia | Do dnia
23 | Stawka podstawowa | 23% | sprzedaż | 2011-01-01 | 
8 | Stawka obniżona | 8% | sprzedaż | 2011-01-01 | 
ZW | Zwolniona |  | sprzedaż | 1993-07-05 | 
22 | Stawka podstawowa (stara) | 22% | sprzedaż | 1993-07-05 | 2010-12-31
= external_id: Kod stawki
= code: Kod stawki
= description: Nazwa
= rate: Stawka
= valid_from: Od dnia
= valid_to: Do dnia
~ direction: Rodzaj rejestru
unit: percent

## tax-code | tr | KDV kodları
KDV Kodu | Açıklama | Oran (%) | Alış/Satış | Geçerlilik Başlangıcı
K20S | KDV %20 satış | 20 | Satış | 10.07.2023
K20A | KDV %20 alış | 20 | Alış | 10.07.2023
K10S | KDV %10 satış | 10 | Satış | 10.07.2023
K00 | İstisna | 0 | Satış | 01.01.2002
= external_id: KDV Kodu
= code: KDV Kodu
= description: Açıklama
= rate: Oran (%)
= direction: Alış/Satış
= valid_from: Geçerlilik Başlangıcı
map direction: Satış=output, Alış=input
unit: percent

## tax-code | zh | 税码表
税码 | 税码名称 | 税率(%) | 进项/销项 | 生效日期 | 失效日期 | 状态
J1 | 进项税13% | 13 | 进项 | 2019-04-01 |  | 启用
X1 | 销项税13% | 13 | 销项 | 2019-04-01 |  | 启用
X2 | 销项税6% | 6 | 销项 | 2016-05-01 |  | 启用
X9 | 销项税17% | 17 | 销项 | 2009-01-01 | 2018-04-30 | 停用
= external_id: 税码
= code: 税码
= description: 税码名称
= rate: 税率(%)
= direction: 进项/销项
= valid_from: 生效日期
= valid_to: 失效日期
= is_active: 状态
map direction: 进项=input, 销项=output
map is_active: 启用=true, 停用=false
unit: percent

## tax-code | ja | 税区分マスタ
税区分コード | 税区分名 | 略称 | 税率 | 売上/仕入 | 適用開始日 | 使用区分
10 | 課税売上10% | 課売10 | 10.0 | 売上 | 2019/10/01 | 使用
20 | 課税仕入10% | 課仕10 | 10.0 | 仕入 | 2019/10/01 | 使用
12 | 課税売上8%（軽減） | 課売8軽 | 8.0 | 売上 | 2019/10/01 | 使用
11 | 課税売上5% | 課売5 | 5.0 | 売上 | 1997/04/01 | 停止
= external_id: 税区分コード
= code: 税区分コード
= description: 税区分名
= rate: 税率
= direction: 売上/仕入
= valid_from: 適用開始日
= is_active: 使用区分
map direction: 売上=output, 仕入=input
unit: percent

## tax-code | ko | 부가세 코드
세금코드 | 세금코드명 | 세율 | 매입매출구분 | 적용시작일 | 사용유무
A1 | 과세매출 10% | 10 | 매출 | 2000-01-01 | 사용
V1 | 과세매입 10% | 10 | 매입 | 2000-01-01 | 사용
A0 | 영세율매출 | 0 | 매출 | 2000-01-01 | 미사용
= external_id: 세금코드
= code: 세금코드
= description: 세금코드명
= rate: 세율
= direction: 매입매출구분
= valid_from: 적용시작일
= is_active: 사용유무
map direction: 매출=output, 매입=input
map is_active: 사용=true, 미사용=false
unit: percent

## tax-code | ru | ставки НДС
Код | Наименование | Ставка, % | Вид НДС | Дата начала действия | Дата окончания действия
18 | НДС 20% | 20 | Исходящий | 01.01.2019 | 
10 | НДС 10% | 10 | Исходящий | 01.01.2004 | 
17 | НДС 18% | 18 | Исходящий | 01.01.2004 | 31.12.2018
= external_id: Код
= code: Код
= description: Наименование
= rate: Ставка, %
= valid_from: Дата начала действия
= valid_to: Дата окончания действия
~ direction: Вид НДС
unit: percent

## tax-code | pt | tabela de IVA
Código IVA | Designação | Taxa | Espaço fiscal | Motivo de isenção | Inactivo
NOR | Taxa normal | 23,00 | PT |  | 0
INT | Taxa intermédia | 13,00 | PT |  | 0
ISE | Isento | 0,00 | PT | M01 | 0
N21 | Taxa normal antiga | 21,00 | PT |  | 1
= external_id: Código IVA
= code: Código IVA
= description: Designação
= rate: Taxa
= is_active: not Inactivo
~ country: Espaço fiscal
~ region: Espaço fiscal
unit: percent

## tax-code | sv | momskoder
Momskod | Benämning | Momssats | In/Ut | Aktiv
MP1 | Utgående moms 25 % | 25 | Ut | Ja
MP2 | Utgående moms 12 % | 12 | Ut | Ja
I | Ingående moms | 25 | In | Ja
MPX | Utgammal | 23 | Ut | Nej
= external_id: Momskod
= code: Momskod
= description: Benämning
= rate: Momssats
= direction: In/Ut
= is_active: Aktiv
map direction: Ut=output, In=input
unit: percent

## tax-code | id | daftar pajak
Kode Pajak | Nama Pajak | Tarif | Jenis | Akun Penjualan | Aktif
PPN11 | PPN 11% | 11 | PPN | 2105.01 | Ya
PPH23 | PPh Pasal 23 | 2 | PPh | 2104.02 | Ya
PPN10 | PPN 10% | 10 | PPN | 2105.01 | Tidak
= external_id: Kode Pajak
= code: Kode Pajak
= description: Nama Pajak
= rate: Tarif
= is_active: Aktif
~ tax_type: Jenis
unit: percent

## tax-code | ar | رموز الضريبة
رمز الضريبة | الوصف | النسبة | النوع | نشط
V15 | ضريبة القيمة المضافة 15% | 15 | مبيعات | نعم
V00 | نسبة صفرية | 0 | مبيعات | نعم
P15 | ضريبة المشتريات | 15 | مشتريات | لا
= external_id: رمز الضريبة
= code: رمز الضريبة
= description: الوصف
= rate: النسبة
= direction: النوع
= is_active: نشط
map direction: مبيعات=output, مشتريات=input
unit: percent

## tax-code | hu | áfakulcsok
Kód | Megnevezés | Kulcs % | Irány | Érvényesség kezdete | Megszűnt
F27 | 27% fizetendő | 27 | fizetendő | 2012.01.01. | nem
L27 | 27% levonható | 27 | levonható | 2012.01.01. | nem
F25 | 25% fizetendő | 25 | fizetendő | 2009.07.01. | igen
= external_id: Kód
= code: Kód
= description: Megnevezés
= rate: Kulcs %
= direction: Irány
~ direction: (none)
= valid_from: Érvényesség kezdete
= is_active: not Megszűnt
map direction: fizetendő=output, levonható=input
unit: percent

## tax-code | en | fractional rates by state
state | county | combined_rate | effective_date | jurisdiction_code
CA | Alameda | 0.1025 | 2025-07-01 | CA001
CA | Alpine | 0.0725 | 2025-07-01 | CA003
CA | Amador | 0.0775 | 2025-07-01 | CA005
NV | Clark | 0.08375 | 2025-07-01 | NV003
= external_id: jurisdiction_code
= code: jurisdiction_code
= rate: combined_rate
= description: county
~ description: (none)
~ region: state
~ region: (none)
= valid_from: effective_date
~ valid_from: (none)
unit: fraction
`;
