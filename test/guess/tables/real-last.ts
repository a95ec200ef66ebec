/** A third lot of real files, other systems and languages than the lots before; personal values are invented. */
export const realLast = `
## staff | pl | exported with two row numbers
 | Unnamed: 0 | Imię | Nazwisko | Płeć | id | data_urodzenia | mail | data_zatrudnienia | adres
0 | 0 | WIESŁAW | WRONKA | MĘŻCZYZNA | 0 | 1984-10-21 | WIESŁAW.WRONKA@firma.test | 2015-10-12 | Zielona 91; Wrocław 50-509
2 | 2 | ARKADY | MARCHEWKA | MĘŻCZYZNA | 1 | 1981-5-23 | ARKADY.MARCHEWKA@firma.test | 2016-3-18 | Motylkowa 9; Wrocław 55-504
4 | 4 | FRANEK | SADOWY | MĘŻCZYZNA | 2 | 1977-9-24 | FRANEK.SADOWY@firma.test | 2017-7-12 | Nagietkowa 11; Kamień 55-506
6 | 6 | BARTEK | KUBOWSKI | MĘŻCZYZNA | 3 | 1986-1-23 | BARTEK.KUBOWSKI@firma.test | 2018-9-10 | Katowicka 92; Wrocław 50-504
8 | 8 | KLARA | CHMIEL | KOBIETA | 4 | 1985-7-16 | KLARA.CHMIEL@firma.test | 2014-1-14 | Cytrynowa 67; Łany 50-506
= external_id: id
= name: Imię + Nazwisko
= email_address: mail

## staff | en | SAP users with lock flags
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

## staff | en | learning platform with its own times
id | updated_at | display_name
student-001 | 2026-01-01T12:00:00Z | Sample Student One
student-002 | 2026-01-02T12:00:00Z | Sample Student Two
= external_id: id
= updated_at: updated_at
= name: display_name

## staff | ja | family and given name with readings and Latin letters
社員ID | 姓 | セイ | family_name | 名 | メイ | first_name | 性別 | 住所 | 生年月日 | 所属課
10008 | 須田 | スダ | suda | 美智(ミチ) | ミチ | michi | 女 | 9230076 石川県 小松市 麦口町 | 1988-12-31 | 営業四課
10031 | 松下 | マツシタ | matsushita | 薫(- 名) | カオル | kaoru | 女 | 0280533 岩手県 遠野市 綾織町 | 2000-09-09 | 営業二課
10074 | 川上 | ｶﾜｶﾐ | kawakami | 有海 | アミ | Ami | 女 | 5094203 岐阜県 飛騨市 古川町 | 1976-10-23 | 営業一課
10083 | 菊川 | キクカワ | kikukawa | 真悠 | マユ | Mayu | 女 | 5091103 岐阜県 白川町 | 1991-02-17 | 営業二課
10171 | 山口 | ヤマグチ | yamaguchi | 誠 | マコト | makoto | 男 | 1760002 東京都 練馬区 桜台 | 1998-07-29 | 営業一課
= external_id: 社員ID
= name: 姓 +"" 名

## staff | fr | directory accounts with the manager's address
nom | prenom | numero_utilisateur | login | email | adresse | droits | departement | poste | manager_email | active_directory_data
Duval | Jeanne | 1001 | jeanne.duval@iut.test | jeanne.duval@iut.test | 123 Rue de la République, Paris | Administration | IT | Développeur | manager@firme.test | {"groups": ["IT_Users"]}
Marin | Sophie | 1002 | sophie.marin@iut.test | sophie.marin@iut.test | 456 Avenue des Champs, Lyon | Ventes | RH | Responsable RH | directeur@firme.test | {"groups": ["HR_Users"]}
Duran | Pierre | 1003 | pierre.duran@iut.test | pierre.duran@iut.test | 789 Boulevard Michel, Marseille | Comptabilité | Finance | Comptable | chef.finance@firme.test | {"groups": ["Finance_Users"]}
Morel | Marie | 1004 | marie.morel@iut.test | marie.morel@iut.test | 321 Rue Hugo, Toulouse | Ressources Humaines | Commercial | Commerciale | manager@firme.test | {"groups": ["Sales_Users"]}
= external_id: numero_utilisateur
~ external_id: login
= name: prenom + nom
= email_address: email

## staff | nl | students of a course
studentid | volledige naam | e-mail | klasgroep | wachtwoord | ssh public key
1 | Emma Janssens | emma.janssens@school.test | 1SNB_D1 | G3hjk67* | ssh-rsa AAAAB3NzaC1yc2E...
2 | Liam Smets | liam.smets@school.test | 1SNB_D2 | Y9fgh45% | ssh-rsa AAAAB3NzaC1yc2E...
3 | Olivia Willems | olivia.willems@school.test | 1SNB_D3 | R4dfg78$ | ssh-rsa AAAAB3NzaC1yc2E...
4 | Noah Bruyn | noah.bruyn@school.test | 1SNB_D2 | S7bvc32^ | ssh-rsa AAAAB3NzaC1yc2E...
= external_id: studentid
= name: volledige naam
= email_address: e-mail

## staff | nl | table of users, one row
id | naam | email | wachtwoord_hash | rol | is_actief | laatste_login | created_at | updated_at
87e79135-f2f2-4e5a-bbf5-8a73ac705fd9 | Beheer | beheer@loop.test | $2a$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy | admin | True | NULL | 2025-03-14 13:47:40.318393 | 2025-03-14 13:47:40.318393
= external_id: id
= updated_at: updated_at
~ updated_at: (none)
= name: naam
= email_address: email
= is_active: is_actief

## staff | es | identity card and name
dni | nombre
77860653H | Álvaro Artero Miranda
80103380S | Antonio Bartolo Salazar Gil
30229595M | Carlos Guerra Cotrina
28930685C | David Gil Loro
= external_id: dni
~ external_id: (none)
= name: nombre

## staff | ro | family name first
Nume | Functie | Salariu
Iris Marius | Software Engineer | 10000
Colcer Iulian | QA Engineer | 6000
Zarna Cristina | Front End Developer | 8000
Bucur Ariana | Data Scientist | 8600
~ external_id: Nume
= name: Nume

## staff | pt | accounts with two-factor mark
usuario | nome_completo | status | mfa | cargo
rafael.nogueiro | Rafael Nogueiro | desligado | sim | Suporte N1
ana.sousa | Ana Sousa | ativo | sim | Analista TI
carlos.limao | Carlos Limão | ativo | nao | Suporte N1
patricia.ferro | Patricia Ferro | ativo | sim | Gestora TI
marcos.oliva | Marcos Oliva | desligado | nao | Financeiro
= external_id: usuario
= name: nome_completo
= is_active: status
map is_active: ativo=true, desligado=false

## staff | de | personnel service, contract end beside leaving date
Personalnummer | Nachname | Vorname | Geburtsdatum | IBAN | Straße | PLZ | Ort | Mobil | E-Mail | Beschäftigungsart | Eintritt | Befristet bis | Stundenlohn | Austritt
1001 | Muster | Max | 01.01.1990 | DE001 | Weg 1 | 70173 | Stuttgart | 0151 1234567 | max@firma.test | Geringfügig Beschäftigter | 01.03.2026 | 31.12.2026 | 13,90 | 
1002 | Beispiel | Eva | 02.02.1992 | DE002 | Weg 2 | 68159 | Mannheim | 0160 7654321 |  | Kurzfristig Beschäftigter | 15.09.2026 |  | 14,50 | 
1003 | Alt | Karl | 03.03.1980 | DE003 | Weg 3 | 60311 | Frankfurt |  |  | Teilzeit | 01.01.2020 |  | 16,00 | 30.06.2026
= external_id: Personalnummer
= name: Vorname + Nachname
= email_address: E-Mail
= is_active: until Austritt

## staff | zh | office register with birth date
工号 | 姓名 | 性别 | 出生日期 | 入职日期 | 部门 | 职位 | 学历 | 薪资 | 电话 | 邮箱 | 地址 | 备注
1001 | 张三丰 | 男 | 1985-03-02 | 2015-07-01 | 研发部 | 工程师 | 本科 | 12000 | 13800000001 | zsf@gongsi.test | 北京市海淀区 | 
1002 | 李四光 | 男 | 1990-11-12 | 2018-03-15 | 财务部 | 会计 | 硕士 | 11000 | 13800000002 | lsg@gongsi.test | 上海市浦东新区 | 
1003 | 王五妹 | 女 | 1992-06-30 | 2020-09-01 | 人事部 | 专员 | 本科 | 9000 | 13800000003 | wwm@gongsi.test | 广州市天河区 | 
= external_id: 工号
= name: 姓名
= email_address: 邮箱

## staff | zh | two numbers and several posts
员工ID | 工号 | 姓名 | 部门与任职
EMP-1 | E001 | 张三丰 | [主]研发部/工程师
EMP-2 | E002 | 李四光 | [主]财务部/会计; [兼]审计部/专员
EMP-3 | E003 | 王五妹 | [主]人事部/专员
= external_id: 员工ID
~ external_id: 工号
= name: 姓名

## staff | ru | template for drills
Табельный номер | ФИО | E-mail | Должность | Отдел | Телефон
1024 | Иванов Иван Иванович | ivanov@firma.test | Менеджер | Продажи | +7 900 000-00-00
1025 | Петрова Анна Сергеевна | petrova@firma.test | Бухгалтер | Финансы | +7 900 000-00-01
1031 | Сидоров Олег Павлович | sidorov@firma.test | Кладовщик | Склад | +7 900 000-00-02
= external_id: Табельный номер
= name: ФИО
= email_address: E-mail

## staff | ru | bus drivers with their roster
Табельный номер | ФИО | Парк | Допуск | График | Медосмотр
070001 | Макаров Д. В. | П7 | большой | работает | прошел
070002 | Иванов И. И. | П7 | большой,средний | выходной | 
070003 | Жуков А. Н. | П3 | средний | работает | прошел
= external_id: Табельный номер
= name: ФИО

## staff | uk | number and name
Табельний номер | ПІБ
0001 | Коваль Анна Іванівна
0002 | Шевчук Петро Олегович
0003 | Бойко Марія Степанівна
= external_id: Табельний номер
= name: ПІБ

## staff | tr | tenants' register with employment state
Sicil No | Ad | Soyad | E-posta | Unvan | Durum | Departman | İşe Başlama
001 | Ahmet | Yılmazer | ahmet@sirket.test | Yazılım Geliştirici | Aktif | Bilgi İşlem | 2024-01-15
002 | Ayşe | Demirel | ayse@sirket.test | Uzman | Pasif | Finans | 2023-05-02
003 | Mert | Özkanlı | mert@sirket.test | Stajyer | Aktif | Bilgi İşlem | 2025-06-01
= external_id: Sicil No
= name: Ad + Soyad
= email_address: E-posta
= is_active: Durum
map is_active: Aktif=true, Pasif=false

## staff | tr | meetings, names in one column
Sicil No | Adı Soyadı | Pozisyon | Yetkinlik Merkezi | E-posta Adresi (İş)
10001 | Örnek Kişi | Software Developer | Example | ornek@firma.test
10002 | Deniz Ak | Analist | Veri | deniz@firma.test
10003 | Can Tekin | Test Uzmanı | Kalite | can@firma.test
= external_id: Sicil No
= name: Adı Soyadı
= email_address: E-posta Adresi (İş)

## staff | cs | payroll summary
Osobní číslo | Jméno | Typ | Hrubá | SP zam | ZP zam | Daň | Čistá
Z001 | Novotný Karel | HPP | 45000 | 2925 | 2025 | 4180 | 35870
Z002 | Svobodová Jana | DPP | 9500 | 0 | 0 | 1425 | 8075
Z003 | Dvořáček Petr | HPP | 52000 | 3380 | 2340 | 5230 | 41050
= external_id: Osobní číslo
= name: Jméno

## staff | pt | collaborators of an ERP
id | Nome | Cargo | Status | Início | Término | Rem. Fixa | Ajuda Custo | Outros (Ref) | Outros (Valor) | Regime
1 | GAMA REPRESENTAÇÃO LTDA | Representante Comercial | ATIVO | 01/04/2025 |  | 0.0 | 0.0 |  | 0.0 | PJ
3 | MARCIO MARQUES | Administrativo | ATIVO | 01/04/2026 |  | 0.0 | 0.0 |  | 0.0 | PJ
8 | JENI KELLY SILVEIRA | Operário | ATIVO | 15/01/2026 |  | 1621.0 | 0.0 |  | 0.0 | CLT
9 | JONATAS DE MELO | Operário | ATIVO | 15/01/2026 |  | 60.0 | 0.0 |  | 0.0 | Diarista
5 | EDITE SANTANA | Operário | ATIVO | 30/03/2025 |  | 1621.0 | 0.0 | PASSAGEM | 0.0 | CLT
= external_id: id
= name: Nome
= is_active: Status
map is_active: ATIVO=true

## staff | pt | factory of doors
Nº colaborador | Nome | Apelido | Departamento | Função | Data de Admissão | Grupo Funcional:
1 | JOSÉ | SANTANA | UP1 | AJUDANTE DE MOTORISTA | 16/07/1996 | OPERACIONAIS
2 | CARLOS | PEREIRO | UP2 | PRENSADOR | 16/07/1998 | OPERACIONAIS
3 | JOÃO | MOREIRO | UP3 | OPERADOR ORLADORA | 16/03/1999 | OPERACIONAIS
5 | ANABELA | ALMEIDO | UPPR | ALIM. L. AUT. PORTAS | 01/03/2008 | OPERACIONAIS
= external_id: Nº colaborador
= name: Nome + Apelido

## staff | hu | register without headings
(none)
1 | Eros Béla | Szeged | 420 | 2001-04-20
2 | Csomó Béla | Szeged | 234 | 2000-05-06
3 | Kis Béla | Pécs | 275 | 2000-05-06
4 | Nagy Béla | Szeged | 234 | 2000-05-06
5 | Lend Béla | Szolnok | 234 | 2001-02-06
= external_id: #1
~ external_id: (none)
= name: #2
~ name: (none)

## staff | ko | department, rank, pay
이름 | 부서 | 직급 | 연봉 | 입사년도 | 프로젝트수 | 성과점수
김철민 | 개발팀 | 과장 | 5500 | 2018 | 8 | 88
이영미 | 기획팀 | 대리 | 4200 | 2020 | 5 | 92
박민지 | 개발팀 | 사원 | 3500 | 2022 | 3 | 78
최지원 | 인사팀 | 차장 | 6200 | 2015 | 6 | 85
~ external_id: 이름
= name: 이름

## staff | ko | ward roster without headings
(none)
00101 | 한수미 | nurse | fixed_weekday | 1 | senior | 2015-03-02 | true | true
00102 | 정가람 | nurse | rotating | 5 | middle | 2019-07-15 | true | false
00109 | 서예리 | nurse | rotating | 9 | junior |  | false | false
00110 | 윤도하 | aide | rotating | 2 | junior | 2024-02-01 | true | false
= external_id: #1
~ external_id: (none)
= name: #2
~ name: (none)

## staff | fr | cloud accounts without headings
(none)
alice.marin | wUCJB9uLCwXzPPNDushe | Alice Marin | alice.marin@securite.test | Direction | 1gb | ubuntu
bob.duran | vwV69ZUWZ90bKLzfP6kW | Bob Duran | bob.duran@securite.test | Direction | 1gb | ubuntu
charlie.dev | 8hbWVDK21DLXPa7MU23j | Charlie Dev | charlie.dev@securite.test | Developpement | 1gb | ubuntu
diana.code | lB6T9Tpt63w0XflPdJft | Diana Code | diana.code@securite.test | Developpement | 1gb | ubuntu
hannah.prof | 5F6yYV4mjv4X7wVvco6q | Hannah Prof | hannah.prof@securite.test | Pedagogie | 1gb | ubuntu
= external_id: #1
~ external_id: #4
~ external_id: (none)
= name: #3
~ name: (none)
= email_address: #4

## staff | sr | four cells without headings
(none)
Ognjen | Komadić | 420gg | 360
Maja | Mujić | majam1112 | 500
Đorđe | Jolić | joldza | 299
= name: #1 + #2
~ name: (none)
~ external_id: #3

## staff | cs | access cards, leader's name
oddeleni | jmeno | email | stredisko | osobni_cislo | vedouci
CZLC4 | Ukázkový Zaměstnanec | ukazkovy.zamestnanec@sklad.test | CZLC4 | 12345 | Jméno Vedoucího
CZLC4 | Eva Malá | eva.mala@sklad.test | CZLC4 | 12346 | Jméno Vedoucího
CZLC1 | Jan Dlouhý | jan.dlouhy@sklad.test | CZLC1 | 12399 | Petr Vysoký
= external_id: osobni_cislo
= name: jmeno
= email_address: email

## staff | no | name, position, pay, ninety people
Navn | Stilling | Lønn
Sander Magnesen | Seniorutvikler | 950000
Ingrid Fosset | Juniorutvikler | 620000
Mathias Bakkemo | Prosjektleder | 880000
Tuva Solbakk | Designer | 710000
~ external_id: Navn
= name: Navn

## staff | vi | wages
Mã NV | Họ Tên | Chức vụ | Lương cơ bản | Thưởng | Phạt | Giờ làm thêm | Lương thực nhận
NV01 | Trần Văn An | Trưởng phòng | 12000000 | 500000 | 0 | 4 | 12980000
NV02 | Lê Thị Bình | Nhân viên | 9000000 | 200000 | 100000 | 12 | 9866343
NV03 | Phạm Minh Châu | Nhân viên | 8500000 | 0 | 0 | 0 | 8500000
= external_id: Mã NV
= name: Họ Tên

## staff | id | civil servants with titles
id | nama | nip | no_seri_karpeg | tempat_lahir | tanggal_lahir | jenis_kelamin | pangkat | golongan | tmt_pangkat | jabatan | tmt_jabatan | unit_kerja | instansi
1 | HENDRA, S.AP | 197406182006041009 | 123456VA | Manggar | 11-11-2025 | Laki-laki | Penata Muda | III/a | 11-11-2025 | Analis | 11-11-2025 | SMK Negeri 1 | Dinas Pendidikan
2 | ALFIKAR, S.Pd | 19720405 200501 1 009 |  |  |  |  |  |  |  |  |  |  | 
3 | ALIANG KUSUMA S.Pd. | 19860914 201902 1 003 |  |  |  |  |  |  |  |  |  |  | 
4 | BASRIN, S.H. | 19670410 202221 1 001 |  |  |  |  |  |  |  |  |  |  | 
5 | DANANG YULI, S.Pd | 19990717 202421 1 005 |  |  |  |  |  |  |  |  |  |  | 
= external_id: id
~ external_id: nip
= name: nama

## staff | he | name and default role
name | defaultRole
אור יונתן | manager
אורי סבן | bartender
אלון זוהר | bartender
בן דוד | bartender
זוהר לוי | logistics
~ external_id: name
= name: name

## staff | en | directory import, lists the manager and notes
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

## charge-code | pt | financial categories
Código | Categoria Financeira | Nome da Conta
1.1.1 | RECEITA | Venda de Alho in natura
1.1.2 | RECEITA | Venda de alho descascado
1.2.1 | RECEITA_NAO_OP | Entrada de Empréstimos Bancários
2.1.3 | CUSTO_VAR | Impostos sobre Vendas (Simples Nacional, etc.)
2.1.5 | CUSTO_VAR | Fretes sobre Vendas (Entregas)
3.1.3 | DESPESA_ADM | Tarifas e Taxas Bancárias
= external_id: Código
= code: Código
= description: Nome da Conta

## charge-code | en | ledger with keywords and a flag
gl_code | account_name | account_type | description | keywords | active
1500 | Computer Equipment | Asset | Capitalisable IT hardware with unit cost at or above the threshold | laptop, server | true
5100 | Freight Inbound | Expense | Shipping and freight charges on purchased goods | freight, shipping, delivery | true
6000 | Office Supplies | Expense | Consumable office stationery and supplies | paper, toner | true
6700 | Bank Fees | Expense | Bank and payment processing charges | bank charge, wire fee | true
6999 | Legacy Suspense | Expense | Retired suspense account - do not use |  | false
= external_id: gl_code
= code: gl_code
= description: account_name
~ description: description
= is_active: active
map is_active: true=true, false=false

## charge-code | en | template with header rows
code | name | type | subtype | description | isHeader
1000 | Assets | Asset | Header | Top-level asset category | true
1011 | Checking Account | Asset | Cash | Primary business checking account | false
2400 | Sales Tax Payable | Liability | Tax | Collected sales tax owed to government | false
5030 | Shipping and Delivery | Expense | COGS | Costs to ship products to customers | false
6130 | Bank Fees and Charges | Expense | Financial | Bank service charges and transaction fees | false
= external_id: code
= code: code
= description: name
~ description: description

## charge-code | zh | chart for ERPNext
Account Name | Parent Account | Account Number | Is Group | Account Type | Root Type
资产 |  | 1 | 1 |  | Asset
库存现金 | 资产 | 1001 | 1 | Cash | Asset
银行存款 | 资产 | 1002 | 1 | Bank | Asset
流动性转移 | 存放中央银行款项 | 1003.01 |  |  | Asset
手续费及佣金收入 | 收入 | 6021 |  | Income Account | Income
= external_id: Account Number
= code: Account Number
= description: Account Name

## charge-code | ar | chart in two languages
Account Code | Account Name (EN) | Account Name (AR) | Account Type | Parent Code | Is Postable
1000 | Assets | الأصول | Asset |  | No
1011 | Cash on Hand | النقدية في الصندوق | Asset | 1010 | Yes
2040 | Output VAT Payable (15%) | ضريبة القيمة المضافة المخرجات | Liability | 2000 | Yes
5020 | Freight In & Customs Clearance | الشحن الداخلي وتكاليف التخليص الجمركي | Expense | 5000 | Yes
6090 | Bank Charges & POS Fees | رسوم بنكية وعمولات نقاط البيع | Expense | 6000 | Yes
= external_id: Account Code
= code: Account Code
= description: Account Name (EN)
~ description: Account Name (AR)

## charge-code | en | Business Central chart
No. | Name | Account Type | Account Category | Account Subcategory
10100 | Cash | Posting | Assets | Cash
14200 | VAT Receivable | Posting | Assets | Prepaid Expenses
20000 | Current Liabilities | Begin-Total | Liabilities | 
40100 | Sales - Electronics | Posting | Income | Income - Sales
50400 | Freight and Customs | Posting | Cost of Goods Sold | Cost of Materials
= external_id: No.
= code: No.
= description: Name

## charge-code | en | SAP ledger accounts
gl_account | account_name | account_type | financial_statement_category | normal_balance | co_relevant
100000 | Bank Account | Asset | Balance Sheet | Debit | No
120000 | Input VAT 19% | Asset | Balance Sheet | Debit | No
210000 | Output VAT 19% | Liability | Balance Sheet | Credit | No
400000 | Consulting Revenue | Revenue | Income Statement | Credit | Yes
580000 | Bank Charges | Expense | Income Statement | Debit | Yes
= external_id: gl_account
= code: gl_account
= description: account_name

## charge-code | en | Australian ledger with tax codes
gl_account | account_name | account_type | account_group | normal_balance | tax_code | bas_field | cost_center_required | active | standard_ref | notes
GL-1100 | Cash & Bank Accounts | Asset | Balance Sheet | Debit | N/A | N/A | No | Yes | AASB 107 | Group operating accounts
GL-1200 | Trade Receivables (AR) | Asset | Balance Sheet | Debit | G1 | 1A | Yes | Yes | AASB 9 | Progress claims raised and outstanding
GL-2100 | Trade Payables (AP) | Liability | Balance Sheet | Credit | G11 | 1B | Yes | Yes | AASB 9 | Approved supplier invoices
GL-6500 | Regulatory Fees & Permit Costs | Expense | Income Statement | Debit | G12 | N/A | Yes | Yes | TAA 1953 | Government charges
GL-7200 | IT & Systems | Expense | Income Statement | Debit | G11 | 1B | No | Yes | AASB 138 | Shared services recharge
= external_id: gl_account
= code: gl_account
= description: account_name
~ description: notes
= tax_code: tax_code
= is_active: active

## charge-code | en | personal books without numbers
Element | Classification | Account | Cash Source | Subaccount
Assets | Current Assets | Cash |  | Checking
Assets | Current Assets | Cash |  | Savings
Assets | Current Assets | Prepaid Expenses | Operating | Prepaid Groceries
Expenses | Fixed Costs | Utilities Expenses | Operating | Gas
Expenses | Fixed Costs | Utilities Expenses | Operating | Electricity
~ external_id: Subaccount
= description: Subaccount
~ description: Account
~ description: (none)

## charge-code | en | Xero chart, banks without codes
*Code | *Name | *Type | *Tax Code | Description | Dashboard | Expense Claims | Enable Payments | Balance
 | Bank Liquidity Manager - 31699421 | Bank | No VAT |  | No | No | No | 
101 | Giving: Regular Internal Gift Aid | Other Income | No VAT |  | Yes | No | No | 
200 | Sales | Revenue | 20% (VAT on Income) | Income from any normal business activity | No | No | No | 
310 | Cost of Goods Sold | Direct Costs | No VAT | Cost of goods sold by the business | Yes | No | No | 
404 | Bank Charges | Overhead | Exempt Expenses | Fees charged by your bank | Yes | No | No | 
425 | Postage and stationery | Overhead | 20% (VAT on Expenses) | Expenses on postage, freight & courier costs and stationery | Yes | No | No | 
429 | General Expenses | Overhead | 20% (VAT on Expenses) | Expenses of the general running of the business | Yes | No | No | 
469 | Rent | Overhead | No VAT | Payments made to lease a building or area | Yes | No | No | 
489 | Telephone & Internet | Overhead | 20% (VAT on Expenses) | Expenses from phone calls and connections | Yes | No | No | 
493 | Travel - National | Overhead | No VAT | Expenses from any domestic travel | Yes | No | No | 
500 | Corporation Tax | Overhead | No VAT | Tax payable on business profits | Yes | No | No | 
= external_id: *Code
= code: *Code
= description: *Name
~ description: Description
= tax_code: *Tax Code
~ tax_code: (none)

## charge-code | en | accounts by key, number and region
AccountKey | AccountNumber | AccountName | Category_L1 | Subcategory_L2 | DetailGroup_L3 | Region | Department
1010-GEN | 101000 | Petty Cash | Assets | Current Assets | Cash & Cash Equivalents | Global | Corporate/HQ
1020-US | 102001 | Operating Bank Account - USD | Assets | Current Assets | Cash & Cash Equivalents | United States | Finance & Legal
2200-GEN | 220000 | Sales Tax Payable (VAT/GST) | Liabilities | Current Liabilities | Tax Liabilities | Global | Corporate/HQ
5130-GEN | 513000 | Freight-In / Shipping Inbound | Expenses | Cost of Goods Sold | Logistics Costs | Global | Corporate/HQ
6230-GEN | 623000 | Marketing Agency Fees | Expenses | Operating Expenses | Marketing & Selling | Global | Corporate/HQ
= external_id: AccountKey
~ external_id: AccountNumber
= code: AccountNumber
~ code: AccountKey
= description: AccountName

## charge-code | fr | SYSCOHADA, class and account
numero | libelle | nature | classe | type
1 | Comptes de ressources durables | bilan | 1 | classe
10 | Capital | bilan | 1 | compte
21 | Immobilisations incorporelles | bilan | 2 | compte
61 | Transports | gestion | 6 | compte
64 | Impôts et taxes | gestion | 6 | compte
66 | Charges de personnel | gestion | 6 | compte
= external_id: numero
= code: numero
= description: libelle

## charge-code | da | accounts with VAT and balance
Kontonummer | Kontonavn | Kontotype | Moms | Saldo
1010 | Salg af varer, med moms | Drift | U25 | -154.200,00
1310 | Direkte omkostninger | Drift | I25 | 62.110,50
2750 | Fragt og porto | Drift | I25 | 4.310,00
3604 | Gebyrer | Drift |  | 1.225,00
5820 | Bank | Status |  | 85.410,22
= external_id: Kontonummer
= code: Kontonummer
= description: Kontonavn
= tax_code: Moms

## charge-code | da | accounts for time records
Kontonr | Kontonavn | Kontoindehaver | Debitor/kreditor | Momskode | Type | Nøgletalskode | Status | Saldo
1000 | Omsætning | Firma A/S |  | 1 | Drift | 10 | 1 | 100,00
1300 | Fremmed arbejde | Firma A/S |  | 2 | Drift | 13 | 1 | 50,00
1450 | Rejser | Firma A/S |  | 2 | Drift | 14 | 0 | 0,00
1500 | Fragt | Firma A/S |  | 1 | Drift | 14 | 1 | 5,00
= external_id: Kontonr
= code: Kontonr
= description: Kontonavn
= tax_code: Momskode
= is_active: Status
~ is_active: (none)

## charge-code | nl | chart of an employment agency
Rekeningsoort | Rekeningnr | Rekeningnaam | Rekeningnr nieuw
Grootboek | 8000 | Omzet uitzenden | 
Grootboek | 8010 | Omzet detachering | 
Kostenplaatsen | 100 | Vestiging Utrecht | 
Kostensoorten | 4100 | Reiskosten | 
= external_id: Rekeningnr
= code: Rekeningnr
= description: Rekeningnaam

## charge-code | en | telephone charges by destination
ChargeCode | Description | Peak Per Minute | Off Peak Per Minute | Weekend Per Minute | Peak Call Set Up Charge | Off Peak Call Set Up Charge | Weekend Call Set Up Charge | Minimum Charge
AFG | Afghanistan | 0.4299 | 0.4299 | 0.4299 | 0 | 0 | 0 | 0.01
ALB | Albania | 0.2199 | 0.2199 | 0.2199 | 0 | 0 | 0 | 0.01
DZA | Algeria | 0.3199 | 0.3199 | 0.3199 | 0 | 0 | 0 | 0.01
= external_id: ChargeCode
= code: ChargeCode
= description: Description

## charge-code | en | hospital charge master
Chargecode | Description |  | CPT | 1/1/22 Fee
10001 | ROOM AND BOARD SEMI PRIVATE |  |  | 1850.00
10452 | XR CHEST 2 VIEWS |  | 71046 | 310.00
10877 | LAB COMPLETE BLOOD COUNT |  | 85025 | 96.00
= external_id: Chargecode
= code: Chargecode
= description: Description

## charge-code | de | Coupa chart of accounts
Name | Aktiv | Währungscode | Primärer Kontakt E-Mail | Primärer Kontakt - Geschäftliche Telefonnummer
Kontenplan DE | WAHR | EUR | fibu@firma.test | 0711 000
Kontenplan AT | WAHR | EUR | fibu@firma.test | 
Kontenplan CH | FALSCH | CHF |  | 
~ external_id: Name
~ code: Name
= description: Name
= is_active: Aktiv
map is_active: WAHR=true, FALSCH=false

## charge-code | en | Xero accounts of a small firm
Code | Name | Type | TaxType
0010 | Freehold Property | Fixed | NONE
0020 | Plant and Machinery | Fixed | NONE
4000 | Sales North | Revenue | OUTPUT2
5100 | Carriage | Direct Costs | INPUT2
7504 | Office Stationery | Overhead | INPUT2
= external_id: Code
= code: Code
= description: Name
= tax_code: TaxType

## charge-code | en | Axelor accounts with parents
code | parent_code | name | accountType.technicalTypeSelect | reconcileOk | company_code
BAL | 0 | Balance Sheet | view | false | ACME
A000 | BAL | Fixed assets | view | false | ACME
1000 | A000 | Software | fixed_assets | false | ACME
400000 | F000 | Sales category 1 | income | false | ACME
624100 | G000 | Freight on purchases | charge | false | ACME
= external_id: code
= code: code
= description: name

## charge-code | pl | items of a cash desk
Nazwa | Nazwa skrócona | Kategoria | Cena brutto | Koszt | Stawka VAT | Symbol fiskalny | Aktywny | Dostępny | Kolejność
Transport miejski | TR-M | Usługi | 50,00 | 20,00 | 23 | A | Tak | Tak | 1
Transport krajowy | TR-K | Usługi | 150,00 | 80,00 | 23 | A | Tak | Nie | 2
Pakowanie | PAK | Usługi | 15,00 | 4,00 | 8 | B | Nie | Nie | 3
= description: Nazwa
~ external_id: Nazwa skrócona
~ external_id: Nazwa
~ code: Nazwa skrócona
= is_active: Aktywny
~ is_active: (none)
~ tax_code: Symbol fiskalny

## charge-code | pl | chart of accounts, four columns
Konto | Nazwa konta | Rodzaj konta | Uwagi
010 | Środki trwałe | bilansowe | 
402-01 | Usługi transportowe | wynikowe | 
402-02 | Fracht morski | wynikowe | 
700 | Sprzedaż usług | wynikowe | 
= external_id: Konto
= code: Konto
= description: Nazwa konta

## charge-code | en | QuickBooks account list
Account # | Full name | Type | Detail type | Description | Total balance
1000 | Checking | Bank | Checking |  | 12500.00
4000 | Services | Income | Service/Fee Income | Forwarding services | 
5010 | Freight | Cost of Goods Sold | Shipping, Freight & Delivery - COS | Ocean and air freight | 
6010 | Bank Charges | Expenses | Bank Charges |  | 
= external_id: Account #
= code: Account #
= description: Full name
~ description: Description

## charge-code | ja | accounts with their tax class
勘定科目 | 表示名（決算書） | 小分類 | 中分類 | 大分類 | 収支区分 | 税区分 | ショートカット1 | ショートカット2 | 検索可否
売上高 | 売上高 | 売上高 | 売上高 | 損益 | 収入 | 課税売上10% | URIAGE | 400 | 検索可
荷造運賃 | 荷造運賃 | 販売管理費 | 経常損益 | 損益 | 支出 | 課対仕入10% | NIDUKURI | 613 | 検索可
支払手数料 | 支払手数料 | 販売管理費 | 経常損益 | 損益 | 支出 | 課対仕入10% | SHIHARAI | 622 | 検索可
租税公課 | 租税公課 | 販売管理費 | 経常損益 | 損益 | 支出 | 対象外 | SOZEI | 630 | 検索不可
~ external_id: 勘定科目
~ external_id: ショートカット1
~ external_id: ショートカット2
~ code: ショートカット1
~ code: ショートカット2
~ code: 勘定科目
= description: 勘定科目
~ description: 表示名（決算書）
= tax_code: 税区分
~ is_active: 検索可否

## tax-code | en | codes, fractions and sales tax
tax_code | rate | description
STD | 0.20 | Standard rate VAT (20%)
RED | 0.05 | Reduced rate VAT (5%)
ZERO | 0.0 | Zero-rated supplies
EXEMPT | 0.0 | Exempt / out of scope
US-NY | 0.08875 | New York City combined sales tax
= external_id: tax_code
= code: tax_code
= description: description
= rate: rate
unit: fraction

## tax-code | fr | shop rates in French, Canada
Code pays | Code état | Code postal | Ville | Taux % | Nom de la taxe | Priorité | Cumulable | Expédition | Classe de taxe
CA | AB |  |  | 5.0000 | TPS (5%) | 1 | 0 | 0 | 
CA | NB |  |  | 15.0000 | TVH (15%) | 1 | 0 | 0 | 
CA | ON |  |  | 13.0000 | TVH (13%) | 1 | 0 | 0 | 
CA | QC |  |  | 5.0000 | TPS (5%) | 1 | 0 | 0 | 
CA | QC |  |  | 9.9750 | TVQ (9.975%) | 2 | 0 | 0 | 
~ code: Nom de la taxe
= description: Nom de la taxe
= rate: Taux %
= country: Code pays
= region: Code état
unit: percent

## tax-code | hu | one tax over four posting lines
chart_id | tax_id | tax_name | amount_type | active | type_tax_use | amount | for | factor_percent | repartition_type | code | name | description | analytic | price_include
l10n_hu | l10n_hu.F27 | Fizetendő - 27% | percent | True | sale | 27 | Invoices | 100 | base |  |  | 27% | False | False
l10n_hu | l10n_hu.F27 | Fizetendő - 27% | percent | True | sale | 27 | Invoices | 100 | tax | 467 | Fizetendő általános forgalmi adó | 27% | False | False
l10n_hu | l10n_hu.F27 | Fizetendő - 27% | percent | True | sale | 27 | Refunds | 100 | base |  |  | 27% | False | False
l10n_hu | l10n_hu.F27 | Fizetendő - 27% | percent | True | sale | 27 | Refunds | 100 | tax | 467 | Fizetendő általános forgalmi adó | 27% | False | False
l10n_hu | l10n_hu.F18 | Fizetendő – 18% | percent | True | sale | 18 | Invoices | 100 | base |  |  | 18% | False | False
l10n_hu | l10n_hu.F18 | Fizetendő – 18% | percent | True | sale | 18 | Invoices | 100 | tax | 467 | Fizetendő általános forgalmi adó | 18% | False | False
l10n_hu | l10n_hu.V27 | Visszaigényelhető – 27% | percent | True | purchase | 27 | Invoices | 100 | base |  |  | 27% | False | False
l10n_hu | l10n_hu.V27 | Visszaigényelhető – 27% | percent | True | purchase | 27 | Invoices | 100 | tax | 466 | Előzetesen felszámított adó | 27% | False | False
= external_id: tax_id
~ external_id: (none)
~ code: tax_id
~ code: description
= description: tax_name
~ description: description
= rate: amount
= direction: type_tax_use
= is_active: active
unit: percent
map direction: sale=output, purchase=input

## tax-code | vi | tax classes of a shop
tax_code | tax_name | tax_rate | description | display_order | is_default | is_active
TAX0 | Miễn thuế | 0.00 |  | 1 | f | t
TAX5 | VAT 5% | 5.00 |  | 2 | f | t
TAX8 | VAT 8% | 8.00 |  | 3 | f | t
TAX10 | VAT 10% | 10.00 |  | 4 | t | t
= external_id: tax_code
= code: tax_code
= description: tax_name
= rate: tax_rate
= is_active: is_active
unit: percent

## tax-code | en | Philippine taxes with accounts
tax_code | tax_name | tax_type | rate | account_code | recoverable
VAT_IN_12 | Input VAT 12% | VAT_INPUT | 0.12 | 1150 | 1
VAT_OUT_12 | Output VAT 12% | VAT_OUTPUT | 0.12 | 2100 | 0
VAT_ZERO | Zero-rated VAT | VAT_OUTPUT | 0 | 2100 | 0
VAT_EXEMPT | VAT Exempt | VAT_OUTPUT | 0 | 2100 | 0
EWT_1 | Expanded Withholding 1% | WITHHOLDING | 0.01 | 2140 | 0
= external_id: tax_code
= code: tax_code
= description: tax_name
= rate: rate
~ tax_type: tax_type
~ direction: tax_type
unit: fraction

## tax-code | en | Indian rates in parts
tax_code | tax_name | hsn_sac | gst_rate | cgst | sgst | igst | cess | effective_from | is_active
GST5 | GST 5% | 9965 | 5 | 2.5 | 2.5 | 5 | 0 | 2017-07-01 | 1
GST12 | GST 12% | 9967 | 12 | 6 | 6 | 12 | 0 | 2017-07-01 | 1
GST18 | GST 18% | 9968 | 18 | 9 | 9 | 18 | 0 | 2017-07-01 | 1
GST28 | GST 28% | 8703 | 28 | 14 | 14 | 28 | 1 | 2017-07-01 | 0
= external_id: tax_code
= code: tax_code
= description: tax_name
= rate: gst_rate
~ rate: igst
= valid_from: effective_from
= is_active: is_active
unit: percent
map is_active: 1=true, 0=false

## tax-code | ar | taxes in two languages
id | tax_code | tax_name_en | tax_name_ar | tax_rate
1 | VAT15 | Value Added Tax 15% | ضريبة القيمة المضافة | 15
2 | VAT0 | Zero Rated | نسبة صفرية | 0
3 | EX | Exempt | معفى | 0
= external_id: id
~ external_id: tax_code
= code: tax_code
= description: tax_name_en
~ description: tax_name_ar
= rate: tax_rate
unit: percent

## tax-code | da | VAT codes with accounts
id | beskrivelse | momskode | nr | account | sats | modkonto
1 | Salgsmoms | S25 | 1 | 6902 | 25 | 
2 | Købsmoms | K25 | 2 | 6903 | 25 | 
3 | Moms af varekøb i udlandet | IV25 | 3 | 6904 | 25 | 6905
4 | Momsfrit salg | S0 | 4 |  | 0 | 
= external_id: id
~ external_id: momskode
~ external_id: nr
= code: momskode
= description: beskrivelse
= rate: sats
unit: percent

## tax-code | tr | tax table with state
id | tax_code | tax_name | rate | status
1 | KDV20 | KDV %20 | 20.00 | Aktif
2 | KDV10 | KDV %10 | 10.00 | Aktif
3 | KDV1 | KDV %1 | 1.00 | Aktif
4 | KDV18 | KDV %18 | 18.00 | Pasif
= external_id: id
~ external_id: tax_code
= code: tax_code
= description: tax_name
= rate: rate
= is_active: status
unit: percent
map is_active: Aktif=true, Pasif=false

## tax-code | zh | tariff of a tax control system
Number | Invoice_Code | Invoice_Name | Tax_Code | Tax_Name | Tax_Rate | Exempt_Flag | CRC32
1 | 01 | 销项 | A | 标准税率 | 1300 | 0 | 8F21
2 | 01 | 销项 | B | 低税率 | 900 | 0 | 77A0
3 | 01 | 销项 | C | 免税 | 0 | 1 | 1D3C
= external_id: Tax_Code
~ external_id: Number
= code: Tax_Code
= description: Tax_Name

## tax-code | en | VAT history by territory
start_date | stop_date | territory_codes | currency_code | rate | rate_type | description
1984-01-01 |  | AT | EUR | 0.2 | standard | Austria (member state) standard VAT rate.
1976-01-01 | 1984-01-01 | AT | EUR | 0.18 | standard | 
1996-01-01 |  | BE | EUR | 0.21 | standard | Belgium (member state) standard VAT rate.
1994-01-01 | 1996-01-01 | BE | EUR | 0.205 | standard | 
2007-01-01 |  | DE | EUR | 0.19 | standard | Germany (member state) standard VAT rate.
2012-07-01 |  | LV | EUR | 0.21 | standard | Latvia (member state) standard VAT rate.
= rate: rate
= description: description
~ description: (none)
= country: territory_codes
~ country: (none)
= valid_from: start_date
= valid_to: stop_date
unit: fraction
`;
