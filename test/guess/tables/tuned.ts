/** Tables that the rules were made with. Invented rows under headings that real systems document. */
export const tuned = `
## staff | de | DATEV-like HR list with a leaving date
Personalnummer | Vorname | Nachname | Geburtsdatum | Eintritt | Austritt | Abteilung | E-Mail geschäftlich | E-Mail privat | Kostenstelle
00017 | Petra | Vogel | 12.04.1980 | 01.03.2010 |  | Import See | petra.vogel@spedition.test | pv80@mail.test | 4100
00018 | Jürgen | Müller-Lüdenscheidt | 03.11.1971 | 15.08.2001 | 31.03.2024 | Zoll | j.mueller@spedition.test | jm@mail.test | 4200
00021 | Anna | Groß | 22.07.1992 | 01.10.2019 |  | Luftfracht | anna.gross@spedition.test |  | 4100
00023 | Mehmet | Yıldız | 30.01.1988 | 01.05.2016 |  | Lager | m.yildiz@spedition.test | mehmet@mail.test | 4300
00025 | Ute | von der Heide | 17.09.1966 | 01.01.1999 | 31.12.2025 | Buchhaltung | u.heide@spedition.test |  | 4400
= external_id: Personalnummer
= name: Vorname + Nachname
= email_address: E-Mail geschäftlich
= is_active: until Austritt

## staff | de | Benutzerliste mit Sperre
Kürzel | Name | Vorname | Mail | Gesperrt | Letzte Anmeldung | Rolle
VOP | Vogel | Petra | pv@nord.test | N | 03.03.2026 | Disponent
MUJ | Müller | Jürgen | jm@nord.test | J | 11.12.2024 | Disponent
GRA | Groß | Anna | ag@nord.test | N | 02.03.2026 | Admin
SCT | Schmidt | Tom | ts@nord.test | N | 01.03.2026 | Fahrer
= external_id: Kürzel
= name: Vorname + Name
= email_address: Mail
= is_active: not Gesperrt

## staff | en | Entra ID download
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

## staff | en | Google Workspace users
First Name [Required] | Last Name [Required] | Email Address [Required] | Password [Required] | Password Hash Function [UPLOAD ONLY] | Org Unit Path [Required] | New Primary Email [UPLOAD ONLY] | Status [READ ONLY] | Last Sign In [READ ONLY] | Recovery Email | Employee ID | Manager Email
Mary | Holt | mary@fwd.test | **** |  | /Ocean |  | Active | 2026/03/01 8:01:00 | mh@home.test | 1001 | boss@fwd.test
Sam | Reed | sam@fwd.test | **** |  | /Air |  | Suspended | 2025/01/11 9:12:00 | sr@home.test | 1002 | boss@fwd.test
Li | Wong | li@fwd.test | **** |  | /Air |  | Active | Never logged in |  | 1003 | boss@fwd.test
= external_id: Employee ID
= name: First Name [Required] + Last Name [Required]
= email_address: Email Address [Required]
= is_active: Status [READ ONLY]
map is_active: Active=true

## staff | en | login names in a column called UserName hold people
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

## staff | fr | Export SIRH
Matricule | Civilité | Nom | Prénom | Date de naissance | Date d'entrée | Courriel professionnel | Courriel personnel | Responsable | Statut
F0012 | Mme | Lefèvre | Amélie | 04/05/1985 | 01/09/2012 | a.lefevre@transit.test | amelie@perso.test | P. Durand | Actif
F0013 | M. | Durand | Paul | 21/12/1970 | 03/01/2005 | p.durand@transit.test |  | B. Petit | Actif
F0015 | M. | N'Diaye | Moussa | 30/07/1990 | 15/02/2018 | m.ndiaye@transit.test | mn@perso.test | P. Durand | Sorti
F0019 | Mme | Petit | Brigitte | 11/11/1964 | 01/06/1995 | b.petit@transit.test |  |  | Actif
= external_id: Matricule
= name: Prénom + Nom
= email_address: Courriel professionnel
= is_active: Statut
map is_active: Actif=true, Sorti=false

## staff | es | lista de empleados
Nº empleado | Nombre | Apellidos | DNI | Correo electrónico | Fecha de alta | Fecha de baja | Puesto | Supervisor
101 | María | García López | 12345678Z | mgarcia@transitos.test | 01/02/2015 |  | Tráfico | J. Ruiz
102 | José | Ruiz Pérez | 87654321X | jruiz@transitos.test | 15/03/2010 |  | Gerente | 
103 | Lucía | Fernández | 11223344B | lfernandez@transitos.test | 20/06/2018 | 30/09/2023 | Aduanas | J. Ruiz
104 | Iker | Etxeberria | 55667788C | ietxe@transitos.test | 01/10/2020 |  | Tráfico | J. Ruiz
= external_id: Nº empleado
= name: Nombre + Apellidos
= email_address: Correo electrónico
= is_active: until Fecha de baja

## staff | it | anagrafica dipendenti
Matricola | Cognome | Nome | Codice fiscale | E-mail aziendale | Data assunzione | Data cessazione | Mansione | Stato
0045 | Rossi | Mario | RSSMRA80A01F205X | m.rossi@sped.test | 01/02/2010 |  | Impiegato | In forza
0046 | Bianchi | Giulia | BNCGLI85C41H501Y | g.bianchi@sped.test | 15/09/2014 | 31/12/2022 | Impiegato | Cessato
0047 | D'Angelo | Sara | DNGSRA90D41L219Z | s.dangelo@sped.test | 07/01/2019 |  | Dogana | In forza
0049 | Esposito | Ciro | SPSCRI75E10F839W | c.esposito@sped.test | 10/05/2005 |  | Autista | In forza
= external_id: Matricola
= name: Nome + Cognome
= email_address: E-mail aziendale
= is_active: Stato
map is_active: In forza=true, Cessato=false

## staff | pt | funcionários
Matrícula | Nome completo | CPF | E-mail | Cargo | Admissão | Situação | Telefone
1201 | Ana Beatriz Souza | 111.222.333-44 | ana.souza@agente.test | Analista | 02/05/2016 | Ativo | 11 99999-0001
1202 | Carlos Eduardo Lima | 222.333.444-55 | carlos.lima@agente.test | Gerente | 10/08/2009 | Ativo | 11 99999-0002
1203 | Joana D'Arc Silva | 333.444.555-66 | joana.silva@agente.test | Assistente | 21/01/2020 | Demitido | 11 99999-0003
1204 | Pedro Henrique Alves | 444.555.666-77 | pedro.alves@agente.test | Analista | 15/03/2021 | Férias | 11 99999-0004
= external_id: Matrícula
= name: Nome completo
= email_address: E-mail
= is_active: Situação
map is_active: Ativo=true, Demitido=false

## staff | nl | medewerkers
Personeelsnummer | Voornaam | Tussenvoegsel | Achternaam | E-mailadres | Afdeling | Datum in dienst | Datum uit dienst | Leidinggevende
5001 | Sanne | de | Vries | s.devries@cargo.test | Expeditie | 01-03-2014 |  | 5003
5002 | Pieter |  | Jansen | p.jansen@cargo.test | Douane | 15-09-2009 | 31-05-2022 | 5003
5003 | Anouk | van der | Berg | a.vdberg@cargo.test | Directie | 01-01-2001 |  | 
5004 | Youssef | el | Amrani | y.elamrani@cargo.test | Expeditie | 13-06-2020 |  | 5003
= external_id: Personeelsnummer
= name: Voornaam + Tussenvoegsel + Achternaam
~ name: Voornaam + Achternaam
= email_address: E-mailadres
= is_active: until Datum uit dienst

## staff | pl | pracownicy
Lp. | Nr ewidencyjny | Nazwisko | Imię | Stanowisko | E-mail służbowy | Data zatrudnienia | PESEL
1 | 0007 | Kowalska | Ewa | Spedytor | e.kowalska@sped.test | 2015-02-01 | 80010112345
2 | 0009 | Nowak | Piotr | Kierownik | p.nowak@sped.test | 2009-11-15 | 75050554321
3 | 0010 | Wiśniewski | Łukasz | Spedytor | l.wisniewski@sped.test | 2020-06-01 | 90121278901
= external_id: Nr ewidencyjny
= name: Imię + Nazwisko
= email_address: E-mail służbowy

## staff | cs | zaměstnanci
Osobní číslo | Příjmení | Jméno | Titul | Datum nástupu | Datum ukončení | E-mail | Aktivní
1001 | Novák | Jan | Ing. | 1.2.2012 |  | novak@sped.test | ano
1002 | Svobodová | Eva |  | 15.6.2015 | 31.12.2023 | svobodova@sped.test | ne
1003 | Dvořák | Petr | Bc. | 1.9.2019 |  | dvorak@sped.test | ano
= external_id: Osobní číslo
= name: Jméno + Příjmení
= email_address: E-mail
= is_active: Aktivní

## staff | sv | anställda
Anställningsnummer | Förnamn | Efternamn | E-post | Befattning | Personnummer | Status
2001 | Åsa | Öberg | asa.oberg@spedition.test | Speditör | 19800101-1234 | Aktiv
2002 | Nils | Ek | nils.ek@spedition.test | Chef | 19700202-2345 | Aktiv
2003 | Linnéa | Sjö | linnea.sjo@spedition.test | Speditör | 19950303-3456 | Slutat
= external_id: Anställningsnummer
= name: Förnamn + Efternamn
= email_address: E-post
= is_active: Status
map is_active: Aktiv=true, Slutat=false

## staff | tr | personel listesi
Sicil No | Adı | Soyadı | T.C. Kimlik No | E-Posta | Görevi | İşe Giriş Tarihi | İşten Çıkış Tarihi | Durum
145 | Ayşe | Yılmaz | 10000000146 | ayse.yilmaz@lojistik.test | Operasyon | 01.02.2016 |  | Aktif
146 | Mehmet | Demir | 20000000246 | mehmet.demir@lojistik.test | Gümrük | 15.05.2012 | 30.06.2023 | Pasif
147 | İpek | Şahin | 30000000346 | ipek.sahin@lojistik.test | Satış | 03.09.2021 |  | Aktif
= external_id: Sicil No
= name: Adı + Soyadı
= email_address: E-Posta
= is_active: Durum
map is_active: Aktif=true, Pasif=false

## staff | ru | сотрудники
Табельный номер | Фамилия | Имя | Отчество | Должность | Подразделение | Рабочая почта | Дата приема | Дата увольнения
0000-00012 | Иванов | Иван | Иванович | Экспедитор | Морские перевозки | ivanov@expd.test | 01.02.2015 | 
0000-00015 | Петрова | Ольга | Сергеевна | Декларант | Таможня | petrova@expd.test | 12.10.2018 | 31.01.2024
0000-00019 | Сидоров | Пётр | Алексеевич | Водитель | Склад | sidorov@expd.test | 05.05.2020 | 
= external_id: Табельный номер
= name: Фамилия + Имя + Отчество
~ name: Имя + Фамилия
= email_address: Рабочая почта
= is_active: until Дата увольнения

## staff | zh | 员工名单 two status columns
工号 | 姓名 | 性别 | 部门 | 邮箱 | 手机号 | 入职日期 | 状态 | 账号状态
A0001 | 王伟 | 男 | 海运部 | wangwei@huoyun.test | 13800000001 | 2015-03-01 | 在职 | 正常
A0002 | 李娜 | 女 | 空运部 | lina@huoyun.test | 13800000002 | 2018-07-15 | 离职 | 正常
A0003 | 张敏 | 女 | 报关部 | zhangmin@huoyun.test | 13800000003 | 2020-01-06 | 在职 | 停用
A0004 | 刘洋 | 男 | 海运部 | liuyang@huoyun.test | 13800000004 | 2021-05-20 | 在职 | 正常
= external_id: 工号
= name: 姓名
= email_address: 邮箱

## staff | ja | 社員マスタ split names
社員番号 | 姓 | 名 | 姓カナ | 名カナ | メールアドレス | 所属 | 入社日 | 退職日
00101 | 佐藤 | 健 | サトウ | ケン | k.sato@butsuryu.test | 輸出課 | 2010/04/01 | 
00102 | 鈴木 | 美咲 | スズキ | ミサキ | m.suzuki@butsuryu.test | 輸入課 | 2015/04/01 | 2023/03/31
00103 | 髙橋 | 一郎 | タカハシ | イチロウ | i.takahashi@butsuryu.test | 通関課 | 2001/10/01 | 
= external_id: 社員番号
= name: 姓 +"" 名
= email_address: メールアドレス
= is_active: until 退職日

## staff | ko | 사원 목록
사번 | 성명 | 영문성명 | 부서 | 직급 | 이메일 | 입사일 | 퇴사일 | 재직상태
K001 | 김민수 | Kim Minsu | 해상수출 | 과장 | minsu.kim@logis.test | 2014-03-02 |  | 재직
K002 | 이서연 | Lee Seoyeon | 항공수입 | 대리 | seoyeon.lee@logis.test | 2018-09-01 | 2024-02-29 | 퇴직
K003 | 박지훈 | Park Jihoon | 통관 | 사원 | jihoon.park@logis.test | 2022-01-10 |  | 재직
= external_id: 사번
= name: 성명
= email_address: 이메일
= is_active: 재직상태
map is_active: 재직=true, 퇴직=false

## staff | vi | danh sách nhân viên
STT | Mã nhân viên | Họ và tên | Ngày sinh | Email | Chức vụ | Phòng ban | Tình trạng
1 | NV001 | Nguyễn Văn An | 01/02/1990 | an.nv@giaonhan.test | Nhân viên | Chứng từ | Đang làm việc
2 | NV002 | Trần Thị Bình | 15/06/1988 | binh.tt@giaonhan.test | Trưởng phòng | Kinh doanh | Đang làm việc
3 | NV005 | Lê Hoàng Cường | 23/11/1995 | cuong.lh@giaonhan.test | Nhân viên | Hiện trường | Đã nghỉ việc
= external_id: Mã nhân viên
= name: Họ và tên
= email_address: Email
= is_active: Tình trạng
map is_active: Đang làm việc=true, Đã nghỉ việc=false

## staff | id | daftar karyawan
NIK | Nama Karyawan | Jabatan | Email Kantor | Tanggal Masuk | Tanggal Keluar | No HP | Status
20150012 | Siti Rahmawati | Staf Ekspor | siti@kargo.test | 2015-02-01 |  | 081200000001 | Aktif
20160031 | Budi Santoso | Supir | budi@kargo.test | 2016-08-15 | 2023-04-30 | 081200000002 | Resign
20190007 | Dewi Lestari | Akunting | dewi@kargo.test | 2019-11-11 |  | 081200000003 | Cuti
= external_id: NIK
= name: Nama Karyawan
= email_address: Email Kantor
= is_active: Status
map is_active: Aktif=true, Resign=false

## staff | ar | قائمة الموظفين
رقم الموظف | الاسم الكامل | البريد الإلكتروني | القسم | تاريخ التعيين | الحالة | الجوال
3001 | أحمد علي حسن | ahmed@shahn.test | الشحن البحري | 2017-03-01 | نشط | 0500000001
3002 | فاطمة محمد | fatima@shahn.test | التخليص | 2019-09-15 | نشط | 0500000002
3003 | خالد عبد الله | khaled@shahn.test | المحاسبة | 2012-01-10 | مستقيل | 0500000003
= external_id: رقم الموظف
= name: الاسم الكامل
= email_address: البريد الإلكتروني
= is_active: الحالة
map is_active: نشط=true, مستقيل=false

## staff | en | no headings
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

## charge-code | en | CargoWise charge codes
AC_PK | AC_Code | AC_Desc | AC_LocalDescription | AC_ChargeType | AC_ChargeGroup | AC_AT_SellGSTRate | AC_AT_CostGSTRate | AC_IsActive | AC_SystemLastEditTimeUtc
7d1a0b1e-0000-4000-8000-000000000001 | AFRT | International Air Freight | Luftfracht | MRG | FRT | FREEVAT | FREEVAT | true | 2025-11-02 07:31:22
7d1a0b1e-0000-4000-8000-000000000002 | OTHC | Origin Terminal Handling | Umschlag Abgang | MRG | ORG | VAT19 | VAT19 | true | 2025-10-12 10:00:00
7d1a0b1e-0000-4000-8000-000000000003 | DTHC | Destination Terminal Handling | Umschlag Ankunft | MRG | DST | VAT19 | VAT7 | false | 2024-01-20 16:45:09
7d1a0b1e-0000-4000-8000-000000000004 | OFRT | Ocean Freight | Seefracht | MRG | FRT | FREEVAT | FREEVAT | true | 2025-11-02 07:31:22
7d1a0b1e-0000-4000-8000-000000000005 | CUS | Customs Duty | Zoll | DIS | DST | FREEVAT | FREEVAT | true | 2025-01-15 12:30:00
= external_id: AC_PK
~ external_id: AC_Code
= updated_at: AC_SystemLastEditTimeUtc
= code: AC_Code
= description: AC_Desc
= charge_type: AC_ChargeGroup
= tax_code: AC_AT_SellGSTRate
= is_active: AC_IsActive
map charge_type: FRT=freight, ORG=origin, DST=destination

## charge-code | en | eFMS charges with a rate in VAT
Code(*) | Name En(*) | Name Local(*) | Unit | Unit Price | Currency | VAT | Type(*) | Service(*) | Status
SF001 | Ocean freight | Cước biển | CONT | 0 | USD | 0 | DEBIT | SE;SI | Active
SF002 | THC | Phí xếp dỡ | CONT | 120 | USD | 8 | DEBIT | SI | Active
SF003 | D/O fee | Phí lệnh giao hàng | SET | 35 | USD | 8 | CREDIT | SI | Inactive
SF004 | Customs clearance | Phí hải quan | SHPT | 50 | USD | 10 | OBH | AI;SI | Active
= external_id: Code(*)
= code: Code(*)
= description: Name En(*)
~ description: Name Local(*)
= is_active: Status
map is_active: Active=true, Inactive=false

## charge-code | en | McLeod with several companies
company_id | id | descr | incl_in_freight | is_fuel_surcharge | is_taxable
TMS | FSC | Fuel surcharge | N | Y | N
TMS | DET | Detention | N | N | N
TMS2 | FSC | Fuel surcharge | N | Y | N
TMS2 | LUM | Lumper | N | N | N
TMS2 | DET | Detention at stop | N | N | Y
= external_id: company_id +"|" id
= code: id
= description: descr

## charge-code | en | OTM accessorial codes
accessorialCodeGid | accessorialCodeXid | accessorialDesc | domainName | isVatExempt | updateDate | insertDate
ACME.FUEL | FUEL | Fuel surcharge | ACME | N | 2025-06-01T10:00:00Z | 2020-01-01T00:00:00Z
ACME.LIFT | LIFT | Liftgate | ACME | N | 2025-07-11T08:00:00Z | 2020-01-01T00:00:00Z
BETA.FUEL | FUEL | Fuel surcharge | BETA | Y | 2025-06-01T10:00:00Z | 2021-03-01T00:00:00Z
= external_id: accessorialCodeGid
= updated_at: updateDate
= code: accessorialCodeXid
= description: accessorialDesc

## charge-code | en | origin or destination by type, Freightek
CODE | DESCRIPTION | TYPE | CURRENCY | PRICE
THCO | Terminal handling at origin | Origin | EUR | 210
DOC | Documentation | Origin | EUR | 45
THCD | Terminal handling at destination | Destination | EUR | 225
DO | Delivery order | Destination | EUR | 60
CFS | CFS receiving | Origin | EUR | 30
= external_id: CODE
= code: CODE
= description: DESCRIPTION
= charge_type: TYPE
map charge_type: Origin=origin, Destination=destination

## charge-code | de | Leistungsarten
Leistungsart | Bezeichnung | Erlöskonto | Aufwandskonto | Steuerschlüssel | Gruppe | Gesperrt
1000 | Seefracht | 8400 | 4400 | 00 | F | nein
1010 | Umschlag Abgangshafen | 8410 | 4410 | 0A | V | nein
1020 | Umschlag Empfangshafen | 8410 | 4410 | 0A | N | nein
2000 | Verzollung | 8420 | 4420 | 19 | S | ja
= external_id: Leistungsart
= code: Leistungsart
= description: Bezeichnung
= tax_code: Steuerschlüssel
= is_active: not Gesperrt

## charge-code | fr | rubriques de facturation
Code rubrique | Libellé | Code TVA | Compte de vente | Actif
FRET | Fret maritime | E0 | 706100 | O
THC | Manutention portuaire | N20 | 706200 | O
DOUANE | Dédouanement import | N20 | 706300 | N
= external_id: Code rubrique
= code: Code rubrique
= description: Libellé
= tax_code: Code TVA
= is_active: Actif

## charge-code | zh | 费用代码 group by words
费用代码 | 费用名称 | 英文名称 | 费用类别 | 币种 | 税率 | 是否启用
OF | 海运费 | Ocean Freight | 运费 | USD | 0 | 是
THC | 码头操作费 | THC | 起运港 | CNY | 6 | 是
DOC | 文件费 | Documentation | 起运港 | CNY | 6 | 是
DDC | 目的港费用 | Destination Delivery Charge | 目的港 | USD | 0 | 否
= external_id: 费用代码
= code: 费用代码
= description: 费用名称
~ description: 英文名称
= charge_type: 费用类别
= is_active: 是否启用
map charge_type: 运费=freight, 起运港=origin, 目的港=destination

## charge-code | ja | 料金コード
料金コード | 料金名称 | 税区分 | 勘定科目コード | 使用停止
A01 | 海上運賃 | 免 | 4101 | 0
A02 | THC | 課 | 4102 | 0
B01 | 通関料 | 課 | 4103 | 0
B02 | 倉庫保管料 | 課 | 4104 | 1
= external_id: 料金コード
= code: 料金コード
= description: 料金名称
= tax_code: 税区分
~ tax_code: (none)
= is_active: not 使用停止

## charge-code | en | rate sheet with one code on many rows
Port | Charge Code | Charge Name | Container | Amount | Currency
DEHAM | THC | Terminal Handling Charge | 20DV | 230 | EUR
DEHAM | THC | Terminal Handling Charge | 40HC | 230 | EUR
NLRTM | THC | Terminal Handling Charge | 20DV | 210 | EUR
NLRTM | DOC | Documentation Fee | 20DV | 45 | EUR
DEHAM | DOC | Documentation Fee | 20DV | 50 | EUR
NLRTM | ISPS | Security Fee | 20DV | 14 | EUR
= external_id: (none)
= code: Charge Code
= description: Charge Name

## charge-code | pl | usługi
Symbol | Nazwa usługi | Stawka VAT | Jednostka miary | Cena netto | Grupa
FR-M | Fracht morski | 0% | szt | 0,00 | Spedycja
OBS | Obsługa celna | 23% | szt | 150,00 | Agencja
MAG | Magazynowanie | 23% | doba | 12,50 | Magazyn
= external_id: Symbol
= code: Symbol
= description: Nazwa usługi

## charge-code | ru | справочник услуг
Код | Наименование | Ставка НДС | Единица измерения | Статья затрат | Пометка удаления
У-001 | Морской фрахт | 0 | рейс | Перевозка | Нет
У-002 | Терминальная обработка | 20 | конт | Порт | Нет
У-003 | Таможенное оформление | 20 | шт | Таможня | Да
= external_id: Код
= code: Код
= description: Наименование
= is_active: not Пометка удаления

## tax-code | de | Steuerschlüssel mit Satz
Steuerschlüssel | Bezeichnung | Steuersatz | Steuerkonto | Gültig ab | Gültig bis
3 | Umsatzsteuer 19 % | 19,00 | 1776 | 01.01.2007 | 
2 | Umsatzsteuer 7 % | 7,00 | 1771 | 01.04.1968 | 
9 | Vorsteuer 19 % | 19,00 | 1576 | 01.01.2007 | 
5 | Umsatzsteuer 16 % | 16,00 | 1775 | 01.07.2020 | 31.12.2020
= external_id: Steuerschlüssel
= code: Steuerschlüssel
= description: Bezeichnung
= rate: Steuersatz
= valid_from: Gültig ab
= valid_to: Gültig bis
unit: percent

## tax-code | de | SAP T007A with texts
MANDT | KALSM | MWSKZ | MWART | TEXT1 | XINACT
100 | TAXD | A0 | A | Ausgangssteuer 0 % | 
100 | TAXD | A1 | A | Ausgangssteuer 19 % | 
100 | TAXD | V1 | V | Vorsteuer 19 % | 
100 | TAXGB | A1 | A | Output tax 20 % | X
100 | TAXGB | V1 | V | Input tax 20 % | 
= external_id: KALSM +"|" MWSKZ
= code: MWSKZ
= description: TEXT1
= direction: MWART
= is_active: not XINACT
map direction: A=output, V=input

## tax-code | en | Xero tax rates
TaxType | Name | EffectiveRate | DisplayTaxRate | Status | ReportTaxType | CanApplyToAssets
OUTPUT2 | 20% (VAT on Income) | 20.0000 | 20.0000 | ACTIVE | OUTPUT | true
INPUT2 | 20% (VAT on Expenses) | 20.0000 | 20.0000 | ACTIVE | INPUT | true
ZERORATEDOUTPUT | Zero Rated Income | 0.0000 | 0.0000 | ACTIVE | OUTPUT | true
OLDOUTPUT | 17.5% (VAT on Income) | 17.5000 | 17.5000 | ARCHIVED | OUTPUT | true
= external_id: TaxType
= code: TaxType
= description: Name
= rate: EffectiveRate
~ rate: DisplayTaxRate
= is_active: Status
= direction: ReportTaxType
~ direction: (none)
map is_active: ACTIVE=true, ARCHIVED=false
unit: percent

## tax-code | en | MYOB tax codes
Tax Code | Description | Tax Type | Rate | Linked Account for Tax Collected
GST | Goods & Services Tax | Goods & Services Tax | 10 | 2-1310
FRE | GST Free | Goods & Services Tax | 0 | 2-1310
EXP | Export Sales | Goods & Services Tax | 0 | 2-1310
ABN | No ABN Withholding | No ABN/TFN | -47 | 2-1320
= external_id: Tax Code
= code: Tax Code
= description: Description
= rate: Rate
= tax_type: Tax Type
~ tax_type: (none)
unit: percent

## tax-code | fr | taxes Axelor, lines
importId | code | name | startDate | endDate | value
1 | TVA20 | TVA 20 % | 2014-01-01 |  | 0.2
2 | TVA10 | TVA 10 % | 2014-01-01 |  | 0.1
3 | TVA196 | TVA 19,6 % | 2000-04-01 | 2013-12-31 | 0.196
4 | TVA55 | TVA 5,5 % | 2014-01-01 |  | 0.055
= external_id: importId
= code: code
= description: name
= rate: value
= valid_from: startDate
= valid_to: endDate
unit: fraction

## tax-code | en | WooCommerce tax rates
Country code | State code | Postcode / ZIP | City | Rate % | Tax name | Priority | Compound | Shipping | Tax class
US | CA | * | * | 7.2500 | CA Sales Tax | 1 | 0 | 0 | 
US | NY | * | * | 4.0000 | NY Sales Tax | 1 | 0 | 1 | 
US | TX | * | * | 6.2500 | TX Sales Tax | 1 | 0 | 1 | 
US | WA | * | * | 6.5000 | WA Sales Tax | 1 | 0 | 1 | reduced-rate
= description: Tax name
= rate: Rate %
= country: Country code
= region: State code
unit: percent

## tax-code | es | códigos de impuesto
Código | Descripción | Tipo | Porcentaje | Ámbito | Activo
S_IVA21B | IVA 21% (Bienes) | IVA | 21,00 | ventas | Sí
P_IVA21_BC | IVA 21% Soportado | IVA | 21,00 | compras | Sí
S_IVA10 | IVA 10% | IVA | 10,00 | ventas | Sí
P_IRPF15 | Retención IRPF 15% | IRPF | -15,00 | compras | No
= external_id: Código
= code: Código
= description: Descripción
= rate: Porcentaje
= tax_type: Tipo
= direction: Ámbito
= is_active: Activo
map tax_type: IVA=vat, IRPF=withholding
map direction: ventas=output, compras=input
unit: percent

## tax-code | it | codici IVA
Cod. IVA | Descrizione | Aliquota % | Natura | Indetraibilità
22 | IVA 22% | 22 |  | 0
10 | IVA 10% | 10 |  | 0
N31 | Non imponibile art. 8 | 0 | N3.1 | 0
E10 | Esente art. 10 | 0 | N4 | 0
= external_id: Cod. IVA
= code: Cod. IVA
= description: Descrizione
= rate: Aliquota %
unit: percent

## tax-code | ja | 税区分マスタ
税区分コード | 税区分名 | 税率 | 適用開始日 | 適用終了日
10 | 課税売上 10% | 10 | 2019/10/01 | 
11 | 課税売上 8% | 8 | 2014/04/01 | 2019/09/30
20 | 課税仕入 10% | 10 | 2019/10/01 | 
90 | 対象外 | 0 | 1989/04/01 | 
= external_id: 税区分コード
= code: 税区分コード
= description: 税区分名
= rate: 税率
= valid_from: 適用開始日
= valid_to: 適用終了日
unit: percent

## tax-code | zh | 税码表
税码 | 描述 | 税率(%) | 类型 | 状态
J0 | 进项税 0% | 0 | 进项 | 启用
J1 | 进项税 13% | 13 | 进项 | 启用
X1 | 销项税 13% | 13 | 销项 | 启用
X9 | 销项税 17% | 17 | 销项 | 停用
= external_id: 税码
= code: 税码
= description: 描述
= rate: 税率(%)
= direction: 类型
= is_active: 状态
map direction: 进项=input, 销项=output
map is_active: 启用=true, 停用=false
unit: percent

## tax-code | tr | KDV oranları
Kod | Açıklama | KDV Oranı | Aktif
KDV20 | %20 KDV | 20 | E
KDV10 | %10 KDV | 10 | E
KDV18 | %18 KDV (eski) | 18 | H
= external_id: Kod
= code: Kod
= description: Açıklama
= rate: KDV Oranı
= is_active: Aktif
unit: percent

## tax-code | en | rates of only 0 and 1, and a class letter
code | description | tax_rate | class
E | Exempt | 0 | E
Z | Zero rated | 0 | Z
L | Luxury | 1 | S
= external_id: code
= code: code
= description: description
= rate: tax_rate
~ rate: (none)

## tax-code | pt | CST over groups, nothing unique
Grupo | CST | Descrição | Alíquota
ICMS | 00 | Tributada integralmente | 18,00
ICMS | 40 | Isenta | 0,00
IPI | 00 | Entrada com recuperação de crédito | 10,00
IPI | 49 | Outras entradas | 0,00
= external_id: Grupo +"|" CST
~ external_id: (none)
= code: CST
= description: Descrição
= rate: Alíquota
unit: percent
`;
