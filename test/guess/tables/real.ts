/**
 * Headings and the forms of values as they stand in files of public repositories, with few rows. Every personal value is
 * invented in the form of the real one.
 */
export const real = `
## staff | it | airline employees, fiscal code as key
codiceFiscale | nome | cognome | dataDiNascita | numeroDiTelefono | dataInizioCollaborazione | dataFineCollaborazione | titoloLavorativo | stipendio
BNCLRA80A41H501U | Lara | Bianchi | 1980-01-01 | 3450000567 | 2020-01-10 | \\N | Pilota | 72000.0
VRDPLA85C20Z123X | Paolo | Verdi | 1985-03-20 | 3460000678 | 2019-05-15 | \\N | Assistenza Clienti | 39000.0
NRENNA91D50C555A | Anna | Neri | 1991-04-10 | 3470000789 | 2018-06-01 | \\N | Assistente di Volo | 60000.0
RSSDVD82F01R789P | Davide | Russo | 1982-06-01 | 3490000901 | 2017-03-20 | 2023-09-30 | Pilota | 72000.0
GLLMRC88G22N902K | Marco | Gallo | 1988-07-22 | 3450000012 | 2022-01-10 | \\N | Pilota | 72000.0
CSTELE87Y59N102O | Elena | Costa | 1987-10-19 | 3460000665 | 2015-04-01 | 2022-10-31 | Assistente di Volo | 60000.0
= external_id: codiceFiscale
= name: nome + cognome
= is_active: until dataFineCollaborazione

## staff | cs | one row, with the leader
oddeleni | jmeno | email | stredisko | osobni_cislo | vedouci
PRG4 | Jana Nováková | jana.novakova@firma.test | PRG4 | 12345 | Petr Dvořák
= external_id: osobni_cislo
= name: jmeno
= email_address: email

## staff | sk | five columns
ID | Meno | Vek | Mesto | Plat
1 | Juraj | 28 | Bratislava | 1200
2 | Zuzana | 34 | Košice | 1500
3 | Michal | 45 | Prešov | 1100
4 | Katarína | 29 | Žilina | 1300
5 | Marek | 23 | Banská Bystrica | 1400
= external_id: ID
= name: Meno

## staff | ru | canteen list without a key
ФИО сотрудника | Должность | Подразделение | Отдел | Взрослый | Дети до 14 лет | Пол
Соколов Андрей Петрович | Водитель | Склад готовой продукции |  | 1 | 0 | Мужской
Лебедева Ольга Ивановна | Продавец-консультант | торговые точки |  | 1 | 0 | Женский
Кузнецов Илья Сергеевич | Руководитель отдела эксплуатации | Офис | Тех. Отдел | 1 | 0 | Мужской
Морозова Анна Олеговна | Специалист 1С | Офис | ДЕКРЕТ | 1 | 2 | Женский
Волков Денис Игоревич | сборщик | сборщики |  | 1 | 1 | Мужской
~ external_id: ФИО сотрудника
= name: ФИО сотрудника

## staff | id | pay list
id | nama | posisi | gaji | Tugas
001 | Charlie Mason | Analyst | 89830 | 
002 | Frank Woods | Developer | 91275 | 
003 | Grace Mason | Coordinator | 76250 | 
004 | Charlie James | Manager | 86029 | 
005 | Hank Wells | Administrator | 52188 | 
= external_id: id
= name: nama

## staff | pt | enrolment, collaborator, cost centre
MATRÍCULA | COLABORADOR | cc
4353 | BIANCA PEREIRA RAMOS | 2510-2030
3910 | BRUNA DE SOUZA LIMA | 2510-2030
10063 | JOSE CARLOS MOREIRA | 2510
4089 | ADALIA NUNES COSTA | 2000-2510-2160
4335 | DEBORA ALVES TEIXEIRA | 2213
= external_id: MATRÍCULA
= name: COLABORADOR

## staff | pt | name, department, address
Nome | Departamento | E-mail
Alan Côrrea De Lima | Almoxarifado | alanlima@empresa.test
Luisa Nunes Prado | Audiovisual | luisaprado@empresa.test
Mauricio Engel | Audiovisual | mauricioengel@empresa.test
Lívia Nastari | Biblioteca | livianastari@empresa.test
Cláudio Avancini Neto | Contratos | claudioneto@empresa.test
~ external_id: E-mail
= name: Nome
= email_address: E-mail

## staff | tr | people analytics
calisan_id | ad_soyad | cinsiyet | yas | departman | pozisyon | deneyim_yil | egitim_seviyesi | maas | ise_giris_tarihi | performans_notu | sehir | email | telefon
EMP0001 | Ahmet Kurt | Erkek | 50 | Satış | Satış Müdürü | 14 | Ön Lisans |  | 2019-02-24 | 2.7 | Ankara | ahmet.kurt@firma.test | 05520000555
EMP0002 | Burak Taş | Erkek | 40 | IT | IT Müdürü | 10 | Lisans | 96705.0 | 2024-02-11 | 3.7 | Konya | burak.taş@firma.test | 05410000156
EMP0003 | Pınar Kılıç | Kadın | 54 | İnsan Kaynakları | İK Uzmanı | 11 | Yüksek Lisans | 61689.0 | 2021-03-31 | 3.5 | Ankara | pınar.kılıç@firma.test | 05420000655
EMP0004 | İbrahim Deniz | Erkek | 41 | Operasyon | Operasyon Uzmanı | 14 | Lise | 75105.0 | 2022-06-09 | 3.3 | Gaziantep | i̇brahim.deniz@firma.test | 05370000600
= external_id: calisan_id
= name: ad_soyad
= email_address: email

## staff | en | directory import with passwords
username | first_name | last_name | email | role_group | password
ahmet.demir | Ahmet | Demir | ahmet.demir@sirket.local | Portal-Admin | Xy12345!
elaates | Ela | Ates | elaates@sirket.local | Portal-IT | Xy12345!
caner.uysal | Caner | Uysal | caner.uysal@sirket.local | Portal-IT | Xy12345!
selin.kaya | Selin | Kaya | selin.kaya@sirket.local | Portal-HR | Xy12345!
= external_id: username
~ external_id: email
= name: first_name + last_name
= email_address: email

## staff | vi | overtime system
code | name | dept | password
D2109 | Nguyễn Thị Hoa | Shiage | 2109
E2465 | Phù Thị Mai | Shiage | 2465
E3670 | Nguyễn Văn Nam | Đùn | 3670
G10600 | Huỳnh Thị Lan | Vòng ngoài | 10600
I16991 | Trần Thị Đông | Co giãn | 16991
= external_id: code
= name: name

## staff | da | duty roster without headings
(none)
Signe Holm | tirsdag | nat | 0 |  | Signe Holm.0 | Signe Holm.0
Tanja Bruun | lørdag | aften | 1 |  | Tanja Bruun.1 | Tanja Bruun.1
Jens Bratt | mandag | dag | 2 |  | Jens Bratt.2 | Jens Bratt.2
Rita Hurup | onsdag | aften | 3 |  | Rita Hurup.3 | Rita Hurup.3
Clara Satch | tirsdag | dag | 4 |  | Clara Satch.4 | Clara Satch.4
~ external_id: #4
~ external_id: #6
= name: #1
~ name: (none)

## staff | hu | flag and two dates
Teljes_nev | Beosztas | Belepes | Kilepes | Fizetes | Aktiv | id
Willi Loch | Fraud Investigator | Nov 11, 2013 12:59 AM | Feb 20, 2011 12:39 PM | 1177672 | false | 1
Trix Vere | DevOps Engineer | May 24, 2011 10:07 PM | Aug 29, 1990 7:12 AM | 945923 | false | 2
Carla Moak | Support Team Lead | Jan 26, 2012 8:34 AM | Jan 2, 2001 11:03 PM | 825447 | true | 3
Gun Kilder | Infrastructure Engineer | Oct 25, 2017 10:42 AM | Jul 23, 2012 10:14 PM | 1415077 | true | 4
= external_id: id
= name: Teljes_nev
= is_active: Aktiv

## staff | fr | hours and rates
id | nom | prenom | role | equipe | heures_travaillees | taux_horaire | prime
1 | Marin | Alix | directeur | Direction | 160 | 45.0 | 500
2 | Dupuis | Jean | manager | Développement | 155 | 35.0 | 300
3 | Bertin | Sonia | employe | Développement | 148 | 22.0 | 150
4 | Leray | Marc | employe | Marketing | 162 | 24.0 | 200
= external_id: id
= name: prenom + nom
~ name: nom + prenom

## staff | fr | entry, leaving and status
EmployeID | Nom | Sexe | Âge | Poste | BU | DateEmbauche | DateDépart | Salaire | Statut
1 | Nguyen | M | 42 | Comptable | Bordeaux | 2022-02-07 |  | 32572 | Actif
2 | James | M | 52 | Data Analyst | Bordeaux | 2023-05-10 |  | 31070 | Actif
3 | Wilson | M | 60 | Comptable | Lyon | 2021-05-17 | 2023-01-08 | 49295 | Sorti
4 | Saunders | F | 39 | Développeur | Lyon | 2023-11-30 |  | 37115 | Actif
5 | Ward | F | 31 | Data Analyst | Paris | 2022-08-20 | 2024-01-18 | 31169 | Sorti
= external_id: EmployeID
= name: Nom
= is_active: Statut
~ is_active: until DateDépart
map is_active: Actif=true, Sorti=false

## staff | ko | names alone
이름
장하나
한지민
~ external_id: 이름
= name: 이름

## staff | ko | bank personnel in romanised headings
JIKWON_NO | NAME | JEOM_NO | JEOM_NAME | JIKGUN | JIKGEUB | JIKWHI | JIKWHI_NAME | JUMINNO | JUJKMU_C | JUJKMU_NM | TOIJIKGBN | BUIM_ILJA | LST_CHG_ILSI | SILNO_CID | CUSNO
20505190 | 최하늘 | 4 | 준법감시부 | 30000 | 99999 | 20425 | 전문계약직원 |  |  |  | 0 | 20200401 |  | fLOjQav3YWgEC | 464464292
6209769 | 김보라 | 1107 | 영등포 | 20004 | 3 | 31053 | 부지점장 |  | 0010905 | WRM | 0 | 20190128 | 20190129112017 | yoV049wbj4xLo | 478015769
10601562 | 권서연 | 7097 | 안동법원 | 40005 | 22 | 31035 | 선임 |  | 0010744 | 간편상담 | 0 | 20181210 | 20190617091402 | j8QEZ81uQP0+I | 739479256
8200858 | 신아라 | 7051 | 강원도청 | 20004 | 4 | 20161 | 과장 |  | 0010636 | 상담 FM | 0 | 20190710 | 20210203143552 | 1LxXLLTuM0YV2 | 626570106
= external_id: JIKWON_NO
= name: NAME
~ updated_at: LST_CHG_ILSI
~ is_active: not TOIJIKGBN

## staff | de | care team
name | email | rolle | team | app_rolle | status
Clara Lang | cl@pflege.test | pfleger |  |  | aktiv
Denis Hajek | dh@pflege.test | pfleger |  |  | aktiv
Britta Gurk | bg@pflege.test | arzt |  |  | aktiv
Veit Graf | veit.graf@mail.test |  |  | admin | aktiv
Astrid Schnell-Wies | asw@pflege.test | koordination | koordination |  | aktiv
= external_id: email
~ external_id: (none)
= name: name
= email_address: email
= is_active: status

## staff | de | first names and departments
name | abteilung
Stanislav | IT
Marina | Forschung
Peter | Buchhaltung
~ external_id: name
= name: name

## staff | zh | metro drivers
序号 | 姓名 | 员工工号 | 性别 | 车间 | 岗位
1 | 任小伟 | 263 | 男 | 乘务室 | 电客车队长
2 | 沈鹏 | 347 | 男 | 乘务室 | 电客车督导
3 | 李帅 | 120 | 男 | 乘务室 | 电客车司机
4 | 程兰 | 684 | 女 | 乘务室 | 电客车司机
= external_id: 员工工号
= name: 姓名

## staff | ja | employee list
社員番号 | 氏名 | メールアドレス
E001 | 田中太郎 | tanaka.taro@kaisha.test
E002 | 佐藤花子 | sato.hanako@kaisha.test
E003 | 鈴木一郎 | suzuki.ichiro@kaisha.test
= external_id: 社員番号
= name: 氏名
= email_address: メールアドレス

## staff | zh | access system without headings
(none)
123456 | 100019 | 肖小林 | 1 | 1 | 1 | 0
123456 | 100021 | 陈海 | 1 | 1 | 1 | 0
123456 | 100022 | 杨林 | 1 | 1 | 1 | 0
123456 | 100043 | 王玲 | 2 | 1 | 1 | 0
123456 | H001 | 何平 | 5 | 1 | 1 | 0
= external_id: #2
~ external_id: (none)
= name: #3
~ name: (none)

## staff | no | name, position, pay
Navn | Stilling | Lønn
Sander Moen | Seniorutvikler | 950000
Ingrid Foss | Juniorutvikler | 620000
Mathias Bakken | Prosjektleder | 880000
Tuva Solheim | Designer | 710000
~ external_id: Navn
= name: Navn

## staff | nl | accounts and groups by cross
Naam | Voornaam | Account | Directie | Administratie | Automatisering | Productie | Staf
Hassel | Robert | RobertH | X |  |  |  | 
Pastels | Luc | LucP | X | X |  |  | 
De Wit | Jeroen | JeroenD |  | X |  |  | 
Prott | Lydia | LydiaP | X |  | X |  | 
Schol | Fien | FienS |  |  | X |  | 
= external_id: Account
= name: Voornaam + Naam

## staff | nl | university monitors
name | unr | email | course | monitor | id | roles
Yves.Vanberg | u005009 | Yves.Vanberg@cs.uni.test | numwis-bur | 0 | 63 | numwis-bur
Jan Demuyn | e0005943 | jandemuyn@mail.test | ontw | 0 | 84 | ontw
Hilde Vanaen | u0002156 | Hilde.Vanaen@mirw.uni.test | ontw | 0 | 72 | ontw,hwis,Aalgebra
Marc Van Baren | u0002634 | Marc.Vanbaren@cs.uni.test | numwis-ind |  | 25 | numwis-ind,numwis-wet
= external_id: id
~ external_id: unr
= name: name
= email_address: email

## staff | tr | factory, names blank
personel_id | ad | soyad | tc_no | telefon | departman | pozisyon | maas | ise_giris_tarihi | yillik_izin_hakki | kullanilan_izin | kalan_izin | performans_puani | ortalama_gunluk_uretim | devamsizlik_gun | fazla_mesai_saat | egitim_sertifikalari | acil_durum_kisi | acil_durum_tel | aktif
P001 |  |  |  |  | yonetim | mudur |  | 2018-03-15 | 20 | 8 | 12 |  |  | 0 | 0 | yonetim,is_guvenligi |  |  | 1
P002 |  |  |  |  | yonetim | mudur |  | 2019-06-01 | 18 | 5 | 13 |  |  | 1 | 12 | yonetim,is_guvenligi |  |  | 1
P004 |  |  |  |  | uretim | ustabasi |  | 2015-09-20 | 22 | 10 | 12 | 92.5 |  | 0 | 45 | pres_operasyon,forklift |  |  | 1
P005 |  |  |  |  | uretim | pres_operatoru |  | 2020-04-15 | 16 | 7 | 9 | 88.0 | 1850.0 | 1 | 24 | pres_operasyon |  |  | 1
= external_id: personel_id
= name: ad + soyad
~ name: (none)
= is_active: aktif

## staff | tr | users with hashes
Kullanıcı Adı | Şifre Hash | Ad Soyad | Yetki
admin | 240be518fabd2724ddb6f04eeb1da5967448d7e8 | Sistem Yöneticisi | Admin
okankaya | e663efed52305d6068e4bdaba5ad26f807cc50f1 | Okan Kaya | Admin
= external_id: Kullanıcı Adı
= name: Ad Soyad

## staff | id | civil servants
nip | nama | pangkat | jabatan
196803061998031007 | NADI, S.P | Penata, III/c | Penyuluh Kehutanan Ahli Muda
196806102000032009 | NUR AISAH, S.P | Penata Tingkat I, III/d | Penyuluh Kehutanan Ahli Muda
196808092000031008 | AGUS BUDI, S.P | Penata, III/c | Pengolah Data dan Informasi
199506092022212001 | MUHIMA NISA | Golongan (V) | Penyuluh Kehutanan Pemula
= external_id: nip
= name: nama

## staff | it | school accounts
nome | cognome | classe | password
alberto | minelli | 1LSI | prova1
argia | secondi | 1LSI | prova2
= name: nome + cognome

## staff | it | directory without key
Nome | Cognome | Reparto | Titolo
Mario | Rosati | IT | Sistemista
Giulia | Bianchini | Risorse Umane | HR Manager
Luca | Verdone | Amministrazione | Impiegato
Anna | Riccio | Direzione | Direttore Generale
= name: Nome + Cognome

## staff | de | directory with passwords
Vorname | Nachname | Passwort | Abteilung | Position
Nick | Valen | P@ss1 | IT | AbtLtr
Pia | Wright | P@ss1 | IT | Mitarbeiter
Jonas | Meier | P@ss1 | Vertrieb | AbtLtr
Marie | Schulze | P@ss1 | Vertrieb | Praktikant
= name: Vorname + Nachname

## staff | de | logins without headings
(none)
f_maier | Maier | Fritz | 03.10.1999
e_hube | Hube | Eva | 02.01.2002
l_grube | Grube | Ludwig | 23.05.2006
f_streu | Streu | Frieda | 09.02.1997
m_gilden | Gilden | Manuela | 10.11.2001
= external_id: #1
~ external_id: (none)
= name: #3 + #2
~ name: (none)

## staff | cs | users without headings
(none)
11 | lubor | lu | c1957c29d7dfafcd357f5976a17ef5095af4d548 | lubor.p@post.test | 2013-12-06 | 2008-02-15 | 130
12 | dalibor | da | af6dbefd9b46524afa0877280a6ffb3856933b83 | dalibor@post.test | 2014-02-01 | 2008-02-16 | 195
15 | petra.81 | pe | b04c62d59bc00ecde0886d2c9403562ff9005b7a | petra.j@post.test |  | 2008-02-18 | 0
16 | jiri_novak | ji | 886283e417410aa7ce15a0809dfcf6768ff4a6f0 | jiri_novak@post.test | 2014-01-07 | 2008-02-18 | 30
= external_id: #1
~ external_id: (none)
~ name: #2
= email_address: #5

## staff | en | domain users
FirstName | LastName | SamAccountName | OU | Group
Jan | Janssens | jjanssens | IT | IT_Users
Piet | Pietersen | ppietersen | HR | HR_Users
Marie | Klaasse | mklaasse | Sales | Sales_Users
= external_id: SamAccountName
= name: FirstName + LastName

## staff | pt | status, start and end
id | Nome | Cargo | Status | Início | Término | Rem. Fixa | Ajuda Custo | Outros (Ref) | Outros (Valor) | Regime
1 | GAMA REPRESENTAÇÕES LTDA | Representante Comercial | ATIVO | 01/04/2025 |  | 0.0 | 0.0 |  | 0.0 | PJ
3 | MARCIO MELO LEITE | Administrativo | ATIVO | 01/04/2026 |  | 0.0 | 0.0 |  | 0.0 | PJ
8 | JENIFER DA SILVA | Operário | ATIVO | 15/01/2026 |  | 1621.0 | 0.0 |  | 0.0 | CLT
20 | MARINO | Vendedor | ATIVO | 03/06/2026 |  | 0.0 | 0.0 | PASSAGEM | 0.0 | Autônomo
= external_id: id
= name: Nome
= is_active: Status
~ is_active: until Término

## staff | pt | facilities, situation in words
Nome | CPF | Empresa | Cargo | Situação | Alocação | Posto Atual | Data Admissão | Data Nascimento | Gênero | Tipo | Carga Horária | Salário Base | Insalubridade | Vale Transporte | Contato | Email
ADA VEGA RUIZ | 000.000.000-04 | ABC FACILITIES | Auxiliar de Limpeza | Desligado | Desligado | - | 07/01/2026 | - | - | CLT | 220 | 1764 | 0 | 0 | - | -
ADJANE ARAUJO | 04018000330 | ABC TRATAMENTOS DE PISO | Auxiliar de Limpeza | Ativo | Alocado | LOJA NORTE | 18/11/2025 | 11/05/1989 | Feminino | CLT | 220 | 1900 | 0 | 312 | 98 8540-0000 | -
AMARIS GUERRA | 712.000.852-90 | XYZ FACILITIES | Auxiliar de Limpeza | Ativo | Alocado | ROTATIVO | 15/02/2026 | 06/03/1980 | Feminino | CLT | 220 | 1554,56 | 0 | 312 | (41) 98400-4329 | amaris@mail.test
ANA FERNANDA REIS | 877.000.479-53 | XYZ FACILITIES | Auxiliar de Limpeza | AFASTADO INSS | Alocado | ROTATIVO | 12/02/2023 | 31/12/0001 | Feminino | CLT | 220 | 1764 | 0 | 0 | - | -
ELIZA NUNES | 031.000.559-44 | ABC FACILITIES | Porteiro | Férias | Alocado | ROTATIVO | 07/03/2025 | - | - | CLT | 220 | 0 | 0 | 0 | 41 9950-0000 | eliza@mail.test
= external_id: CPF
~ external_id: (none)
= name: Nome
= email_address: Email
~ email_address: (none)
= is_active: Situação
map is_active: Ativo=true, Desligado=false

## staff | pt | Portuguese factory
Nº colaborador | Nome | Apelido | Departamento | Função | Data de Admissão | Grupo Funcional:
1 | JOSE | SANTIAGO | UP1 | AJUDANTE DE MOTORISTA | 16/07/1996 | OPERACIONAIS
2 | CARLOS | PERES | UP2 | PRENSADOR | 16/07/1998 | OPERACIONAIS
8 | JOSÉ | DIAS | UP1 | Chefe de Equipa UP1 | 16/07/1996 | CHEFES E COORDENADORES
22 | JOANA | SOARES | ADMIN | ADMINISTRADOR | 01/03/2008 | ADMINISTRADORES
= external_id: Nº colaborador
= name: Nome + Apelido

## staff | fr | collaborators with their manager
Civilité | Prenom | Nom | Societe | Site | Departement | Service | fonction | Manager-Prenom | Manager-Nom | Nom de PC | Marque PC | Date de naissance | Telephone fixe | Telephone portable
M. | Ali | Khalil | EcoTest | Bordeaux | Communication | Relation Médias | Chargé relation presse | Amaya | Gomes | PA68388 | DELL | 10-08-99 | 504643000 | 754169000
Mme | Zara | Andersen | EcoTest | Bordeaux | Communication | Relation Médias | Rédacteur | Amaya | Gomes | PA68414 | DELL | 08-22-01 | 565675000 | 690181000
M. | Hadi | Azouz | EcoTest | Bordeaux | Communication |  | Rédacteur | Wassim | Ibrahim | PA68411 | HP | 10-19-82 | 580541000 | 734964000
= name: Prenom + Nom
~ external_id: Nom de PC

## staff | en | leave balances
username | email | first_name | last_name | date_joined | region | is_staff | annual_leave_balance | sick_leave_balance
eugene.cho | eugene.cho@inst.test | Eugene | Cho | 2020-08-01 | HK | TRUE | 10 | 0
swing.wan | swing.w@inst.test | Swing | Wan | 2020-08-01 | HK | TRUE | 10 | 0
cloudy.po | cloudy.po@inst.test | Cloudy | Po | 2020-08-01 | CN | TRUE | 10 | 0
danny.ang | danny.ang@inst.test | Danny | Ang | 2020-08-01 | HK | TRUE | 10 | 0
= external_id: username
~ external_id: email
= name: first_name + last_name
= email_address: email

## staff | en | bank branch roll
S No | Roll | Name | Designation | Grade | Branch
1 | 48243 | DILIP G | CHIEF MANAGER - I line | SM IV | 174
2 | 59529 | JITHESH S | MANAGER - II line | MM II | 174
3 | 61628 | LAKSHMI N | ASST MANAGER | JM I | 174
4 | 23277 | M PUSHPA | PART TIME HOUSE KEEPER | SWEEPER | 174
5 | 49344 | DIVYA C | MANAGER - I line | MM II | 175
= external_id: Roll
= name: Name

## staff | ja | user import with nickname
ユーザーID | 名字 | 名前 | パスワード | ニックネーム | メールアドレス | グループID
user01 | 山本 | 花 | 999999 | はなちゃん | hana@kaisha.test | 1
user02 | 中村 | 健 | 999999 | けんさん | ken@kaisha.test | 1
= external_id: ユーザーID
= name: 名字 +"" 名前
= email_address: メールアドレス

## staff | en | learning platform users
username | password | firstname | lastname | email
user1 | Us3r1*& | Tess | Usher | tess.usher@school.test
tutor1 | Tut0r1*& | Tim | Tutor | tim.tutor@school.test
= external_id: username
~ external_id: email
= name: firstname + lastname
= email_address: email

## staff | pl | workers without headings
(none)
1 | Jan | Nowicki | ul. Lipowa 5 | Bytom | 1 | 1 | 1975-06-09 | 1
2 | Anna | Nowicka | ul. Dębowa 6 | Bytom | 1 | 1 | 1977-07-09 | 1
3 | Katarzyna | Kowal | ul. Klonowa 1 | Bytom | 0 | 1 | 1966-06-20 | 2
4 | Ewelina | Rakowska | ul. Polna 20 | Bytom | 1 | 0 | 1985-01-29 | 3
= external_id: #1
~ external_id: (none)
= name: #2 + #3
~ name: (none)

## tax-code | fi | Odoo tax template of old
id | base_code_id/id | chart_template_id:id | tax_code_id/id | amount | applicable_type | base_sign | ref_base_sign | domain | include_base_amount | parent_id/id | python_applicable | ref_base_code_id/id | account_paid_id/id | ref_tax_code_id/id | sequence | type_tax_use | description | ref_tax_sign | tax_sign | price_include | name | type | child_depend
__export__.account_tax_9 | __export__.account_tax_code_14 | l10n_fi_generic | __export__.account_tax_code_8 | 0.24 | true | 1 | 1 |  | False |  |  | __export__.account_tax_code_14 |  | __export__.account_tax_code_8 | 1 | Sale |  | 1 | 1 | False | Myynti ALV 24% | percent | False
__export__.account_tax_10 | __export__.account_tax_code_15 | l10n_fi_generic | __export__.account_tax_code_9 | 0.14 | true | 1 | 1 |  | False |  |  | __export__.account_tax_code_15 |  | __export__.account_tax_code_9 | 1 | Sale |  | 1 | 1 | False | Myynti ALV 14% | percent | False
__export__.account_tax_18 | __export__.account_tax_code_26 | l10n_fi_generic |  |  | true | 1 | 1 |  | False |  |  | __export__.account_tax_code_26 |  |  | 1 | Purchase |  | 1 | 1 | False | Tavaraosto yhteisö 0% | percent | False
__export__.account_tax_15 | __export__.account_tax_code_19 | l10n_fi_generic | __export__.account_tax_code_12 | 0.14 | true | 1 | 1 |  | False |  |  | __export__.account_tax_code_19 |  | __export__.account_tax_code_12 | 1 | Purchase |  | 1 | 1 | False | Osto ALV 14% | percent | False
= external_id: id
~ code: id
~ code: name
= description: name
= rate: amount
= direction: type_tax_use
unit: fraction
map direction: Sale=output, Purchase=input

## tax-code | lt | Odoo short template
id | amount | applicable_type | chart_template_id/id | sequence | name | type | type_tax_use
account.otaxs | 0.15 | True | l10n_lt | 1 | OTAX S | Percent | Purchase
account.otaxr | 0.05 | True | l10n_lt | 1 | OTAX R | Percent | Purchase
account.otaxx |  | True | l10n_lt | 1 | OTAX X | Percent | Purchase
account.itaxo | 0.21 | True | l10n_lt | 1 | Tax 21.00% | Percent | Sale
account.otaxo | 0.21 | True | l10n_lt | 1 | Purchase Tax 21.00% | Percent | Purchase
= external_id: id
~ code: id
~ code: name
= description: name
= rate: amount
= direction: type_tax_use
unit: fraction
map direction: Sale=output, Purchase=input

## tax-code | cs | Odoo, DPH
id | description | chart_template_id:id | type_tax_use | name | type | amount | account_collected_id:id | account_paid_id:id | base_code_id:id | tax_code_id:id | ref_base_code_id:id | ref_tax_code_id:id | tax_sign | base_sign | ref_base_sign | ref_tax_sign | parent_id:id
DPH15I | DPH 15% | l10n_cz | purchase | Daň z přidané hodnoty 15% vstup | percent | 0.150 | 343000 | 343000 | P01SZ | P01SP | P01SZ | P01SP | 1 | 1 | -1 | -1 | 
DPH15O | DPH 15% | l10n_cz | sale | Daň z přidané hodnoty 15% výstup | percent | 0.150 | 343000 | 343000 | U01SZ | U01SD | U01SZ | U01SD | 1 | 1 | -1 | -1 | 
DPH21I | DPH 21% | l10n_cz | purchase | Daň z přidané hodnoty 21% vstup | percent | 0.210 | 343000 | 343000 | P01ZZ | P01ZP | P01ZZ | P01ZP | 1 | 1 | -1 | -1 | 
SEU0 | SERVICES VAT EU 0% | l10n_cz | sale | Daň z přidané hodnoty poskytnutí služeb do EU | percent | 0.000 | 343000 | 343000 | U03Z | U03Z | U03Z | U03Z | 1 | 1 | -1 | -1 | 
= external_id: id
~ code: id
~ code: description
= description: name
~ description: description
= rate: amount
= direction: type_tax_use
unit: fraction
map direction: sale=output, purchase=input

## tax-code | id | Odoo, PPN
id | description | chart_template_id:id | type_tax_use | name | type | amount | account_collected_id:id | account_paid_id:id
TaxTempID_001 | PPN-OUT | l10n_id.chart | sale | PPN Out | percent | 0.1 | accID_2_2020204 | accID_2_2020204
TaxTempID_002 | PPN-IN | l10n_id.chart | purchase | PPN In | percent | 0.1 | accID_1_11050207 | accID_1_11050207
= external_id: id
~ code: id
~ code: description
= description: name
~ description: description
= rate: amount
= direction: type_tax_use
unit: fraction
map direction: sale=output, purchase=input

## tax-code | en | shop rates, headings in small letters
country code | state code | postcodes | cities | rate | tax name | priority | compound | shipping | tax class
AT |  |  |  | 20.0000 | VAT | 1 |  |  | Standard
BE |  |  |  | 21.0000 | VAT | 1 |  |  | Standard
BG |  |  |  | 20.0000 | VAT | 1 |  |  | Standard
HU |  |  |  | 27.0000 | VAT | 1 |  |  | Standard
UK |  |  |  | 20.0000 | VAT | 1 |  |  | Standard
~ external_id: country code
~ code: tax name
~ code: tax class
= description: tax name
= rate: rate
= country: country code
~ region: state code
~ tax_type: tax name
unit: percent

## tax-code | en | shop rates of Magento
Code | Country | State | Zip/Post Code | Rate | Zip/Post is Range | Range From | Range To | mpr | default
Austria | AT | * |  | 20.0000 |  |  |  |  | 
Belgium | BE | * |  | 21.0000 |  |  |  |  | 
Bulgaria | BG | * |  | 20.0000 |  |  |  |  | 
Czech Republic | CZ | * |  | 21.0000 |  |  |  |  | 
United Kingdom | GB | * |  | 20.0000 |  |  |  |  | 
Spain (Tenerife) | ES | Santa Cruz de Tenerife |  | 0.0000 |  |  |  |  | 
= external_id: Code
= code: Code
~ description: Code
= rate: Rate
= country: Country
~ region: State
unit: percent

## tax-code | es | shop rates in Spanish
Código del país | Código de provincia | Código postal | Ciudad | Tarifa % | Nombre del impuesto | Prioridad | Compuesto | Envío | Clase de impuesto
AT |  |  |  | 20.0000 | IVA Austria 20% | 1 | 0 | 1 | 
BE |  |  |  | 21.0000 | IVA Bélgica 21% | 1 | 0 | 1 | 
ES | CE |  |  | 0.0000 | IVA España N/A | 1 | 0 | 1 | 
ES | GC |  |  | 0.0000 | IVA España N/A | 1 | 0 | 1 | 
ES |  |  |  | 21.0000 | IVA España 21% | 1 | 0 | 1 | 
= description: Nombre del impuesto
~ external_id: Código del país +"|" Código de provincia
~ code: Nombre del impuesto
= rate: Tarifa %
= country: Código del país
= region: Código de provincia
unit: percent

## tax-code | en | state and rate
state | rate
AL | 0.04
AK | 0.0
AZ | 0.056
CA | 0.0725
MN | 0.06875
OR | 0.0
DEFAULT | 0.095
= external_id: state
~ external_id: (none)
~ code: state
~ description: state
= rate: rate
~ region: state
unit: fraction

## tax-code | en | jurisdictions with parts
jurisdiction_type | jurisdiction_name | composite_rate | state_rate | county_rate | city_rate | special_rate | special_name
State | New York State | 0.04 | 0.04 | 0 | 0 | 0 | 
County | Albany | 0.08 | 0.04 | 0.04 | 0 | 0 | 
County | Bronx | 0.08875 | 0.04 | 0 | 0.045 | 0.00375 | MTA
City | Olean | 0.08 | 0.04 | 0 | 0.04 | 0 | 
County | Oneida | 0.0875 | 0.04 | 0.0475 | 0 | 0 | 
City | Oneida | 0.08 | 0.04 | 0 | 0.04 | 0 | 
~ external_id: jurisdiction_type +"|" jurisdiction_name
~ external_id: jurisdiction_name
~ code: jurisdiction_name
~ description: jurisdiction_name
= rate: composite_rate
~ rate: (none)
unit: fraction

## tax-code | es | family and IVA
FAMILIA | IVA%
fruta | 7
lacteo | 6.5
cereal | 5
hortaliza | 7
~ external_id: FAMILIA
~ code: FAMILIA
~ description: FAMILIA
= rate: IVA%
unit: percent

## tax-code | en | name and rate
name | rate
small tax | 0.01
medium tax | 0.1
big tax | 0.5
all tax | 1.0
no tax | 0.0
tea tax | 0.1776
= external_id: name
~ external_id: (none)
~ code: name
= description: name
= rate: rate
unit: fraction

## tax-code | en | product tax categories
ID | Name | Description
txcd_99999999 | General - Tangible Goods | A physical good that can be moved or touched. Also known as tangible personal property.
txcd_20030000 | General - Services | General category for services. It should be used only when there is no more specific services category.
txcd_00000000 | Nontaxable | Any nontaxable good or service which can be used to ensure no tax is applied.
txcd_10301000 | Audiobook | The recording of a book read aloud and sold with unlimited usage.
= external_id: ID
= code: ID
~ code: (none)
= description: Name
~ description: Description

## tax-code | en | three parts of GST
cgst_rate | sgst_rate | igst_rate | id
9 | 9 | 18 | 1
6 | 6 | 12 | 2
= external_id: id
~ code: id
~ rate: igst_rate

## charge-code | en | chart of accounts of a small business
id | company_id | code | name | account_type | sub_type | description | is_system | is_active | tax_code
539046d9-606b-4f99-8251-73c7ad07daa0 | 29946c71-6cdc-4a03-8749-2a16578bb7e1 | 1-1000 | Bank Account - Operating | asset | current_asset |  | True | True | Non-Taxable
3d71dfe5-ed03-4802-adf8-5aec1a3b92a9 | 29946c71-6cdc-4a03-8749-2a16578bb7e1 | 1-2000 | Office Equipment | asset | fixed_asset |  | False | True | Taxable
136f1560-9dae-4ed7-a979-d25ab8068d6c | 29946c71-6cdc-4a03-8749-2a16578bb7e1 | 4-1000 | Sales Revenue | revenue | operating_revenue |  | True | True | Taxable
63bc8c8e-0ebe-478d-8b68-20d4487f6b75 | 29946c71-6cdc-4a03-8749-2a16578bb7e1 | 5-1100 | Shipping & Delivery | expense | cogs |  | False | True | Taxable
f8fc1214-3151-4cd6-8ae5-e766a2d8af1c | 29946c71-6cdc-4a03-8749-2a16578bb7e1 | 6-2000 | Rent Expense | expense | operating_expense |  | False | True | Non-Taxable
= external_id: id
~ external_id: code
= code: code
= description: name
= is_active: is_active
~ tax_code: tax_code

## charge-code | en | chart of accounts with parents
id | account_code | account_name | account_type | parent_account_id | account_level | supports_children | is_transactional | currency | status | created_at | updated_at | short_code | comp_id | location_id
1 | 100000000000000 | Assets | Assets | NULL | 1 | 1 | 0 | USD | Active | 10/6/2025 21:51 | NULL | NULL | 1 | 1
2 | 100010000000000 | Current Assets | Assets | 1 | 2 | 1 | 0 | USD | Active | 10/6/2025 21:51 | NULL | NULL | 1 | 1
7 | 100010000000001 | Cash in Hand | Assets | 2 | 4 | 0 | 1 | USD | Active | 10/6/2025 21:51 | NULL | NULL | 1 | 1
143 | 500010000000004 | Freight Inward | Expenses | 133 | 4 | 0 | 1 | USD | Active | 10/6/2025 21:52 | NULL | NULL | 1 | 1
= external_id: id
~ external_id: account_code
= code: account_code
= description: account_name
= is_active: status
~ updated_at: updated_at

## charge-code | en | bank ledger
name | account_category | gl_code
1. Assets | 1 | 10000000
1.1 Cash and Cash Equivalents | 1 | 11000000
4.1.2 Fee Income | 4 | 41200000
4.1.3 Penalty Income | 4 | 41300000
5. Expenses | 5 | 50000000
= external_id: gl_code
= code: gl_code
= description: name

## charge-code | fr | chart of accounts OHADA
numero | libelle | nature | classe | type
1 | Comptes de ressources durables | bilan | 1 | classe
10 | Capital | bilan | 1 | compte
61 | Transports | gestion | 6 | compte
64 | Impôts et taxes | gestion | 6 | compte
70 | Ventes | gestion | 7 | compte
= external_id: numero
= code: numero
= description: libelle

## charge-code | de | lawyers' services and tariff
leistung | tarif
Schriftsatz TP 1 | Schriftsatz TP 1
Verhandlung TP 2 | Verhandlung TP 2
Anregungen nach § 47 Abs 4 EO | Schriftsatz TP 1
Antrag auf Berichtigung eines Urteils | Schriftsatz TP 1
Berufung | Schriftsatz TP 3B
Rekurs an den OGH | Schriftsatz TP 3C
~ external_id: leistung
~ code: leistung
= description: leistung

## charge-code | pl | salon price list without headings
(none)
Strzyżenie - włosy krótkie | 150 |  | 45 | 
Strzyżenie - włosy średnie | 170 |  | 60 | 
Modelowanie - włosy krótkie | 70 |  | 30 | 
Dekoloryzacja | 40 | 70 | 60 | 0.5p 20ml-40zł / 1p 30ml-50zł
Grzywka | 30 |  | 15 | 
~ external_id: #1
= description: #1
~ description: (none)

## charge-code | en | publisher fee tiers
publisher | publisher_id | product_fee_tier | fee | fee_calc
sportsite | PUBSPO001 | audience + | 0.36 | run-time
sportsite | PUBSPO001 | context + | 0.26 | eom
sportsite | PUBSPO001 | context | 0.16 | run-time
sportsite | PUBSPO001 | publisher-omp | 0.1 | run-time
~ external_id: product_fee_tier
~ external_id: publisher_id +"|" product_fee_tier
~ code: product_fee_tier
~ description: product_fee_tier

## charge-code | es | laboratory price list
Tipo | Código | Abreviatura | Descripción | Importe
Paquetes | CHEBA | CHEBA | CHEQUEO BASICO GENERAL | 555
Paquetes | CPB | CPB | CHEQUEO PRENATAL BASICO | 525
Paquetes | PFH+QSC | PFH+QSC | CUIDA TU HIGADO | 680
Perfiles | 339 | AC FOSFO | AC. ANTI FOSFOLIPIDOS IgG, IgM | 800
Perfiles | 92126 | AC ANTIPLAQUETARIOS | ANTICUERPOS ANTIPLAQUETARIOS | 2835
Perfiles | PRENUPCIAL INDIVIDUAL 2 | PRENU2 | PRENUPCIAL | 430
= external_id: Código
~ external_id: Abreviatura
= code: Código
~ code: Abreviatura
= description: Descripción

## charge-code | fr | repair services
id | name | price_range | duration | at_home
1 | Remplacement ecran | 200-800 MAD | 30-60 min | oui
2 | Remplacement batterie | 150-400 MAD | 20-30 min | oui
3 | Recuperation donnees | 200-500 MAD | 1-3h | non
4 | Diagnostic complet | 50 MAD | 15 min | oui
= external_id: id
~ code: id
= description: name

## charge-code | ja | care service codes
サービスコード | サービス名称 | 単位数 | 備考
A600001 | 訪問型サービス１ | 1176 | 
A600002 | 訪問型サービス２ | 2349 | 
A600003 | 通所型サービス | 1798 | 月額
= external_id: サービスコード
= code: サービスコード
= description: サービス名称

## charge-code | es | plan of accounts
codigo | cuenta | grupo | tipo | naturaleza | moneda | fondo | descripcion
1.0.00.00 | ACTIVO | Activo | AC | D | Mixta | NA | Total de recursos económicos de la asociación.
1.1.01.01 | Caja Bs | Activo | AC | D | Bs | General | Efectivo custodiado por el Tesorero.
4.2.03.03 | Avales gremiales | Ingresos | I | A | USD | Autogestion | Aval institucional a agrupaciones.
5.1.06.00 | Transporte y movilización | Gastos | G | D | Mixta | General | Traslados y flete de equipos.
= external_id: codigo
= code: codigo
= description: cuenta
~ description: descripcion

## charge-code | pt | plan of accounts in three levels
codconta | clas | descricaon1 | descricaon2 | descricaon3 | coddre | tipolancamento | iddre
00009 | 1.02.0004 | RECEITAS/ENTRADAS | VENDAS A PRAZO | BOLETO BANCARIO | 0101 | -1 | 2
00011 | 1.02.0006 | RECEITAS/ENTRADAS | VENDAS A PRAZO | CARTAO DE DEBITO | 0101 | -1 | 2
00043 | 2.01.0014 | SAIDAS | DESPESAS ADMINISTRATIVAS | FRETES E TRANSPORTES | 0602 | 1 | 15
00190 | 5.01.0002 | PAGAMENTO DE FORNECEDORES |  | FORNECEDOR FRETE DE MERCADORIA |  | 1 | 
= external_id: codconta
= code: codconta
~ code: clas
= description: descricaon3

## charge-code | pt | accounts, three columns
id_conta | nome_conta | tipo
1 | Receita de Vendas de Serviços | Receita
2 | Receita de Consultoria | Receita
3 | Custos Operacionais | Despesa
4 | Despesas com Marketing | Despesa
= external_id: id_conta
~ code: id_conta
= description: nome_conta

## charge-code | it | accounts of an association
codice | elenco_puntato | descrizione | riga_bilancio | n_sottovoci
U |  | Uscite |  | 
U.A | A) | Uscite da attività di interesse generale |  | 
U.A.1 | 1) | Materie prime sussidiarie di consumo e di merci | 4 | 
U.A.2 | 2) | Servizi | 5 | 
E.A.1 | 1) | Entrate da quote associative e apporti dei fondatori | 3 | 
= external_id: codice
= code: codice
= description: descrizione

## charge-code | es | tariff by city
NÚMERO | DESCRIPCIÓN | SEDE | CIUDAD | PRECIO VENTA
EKG-1 | ELECTROCARDIOGRAMA |  | ACACIAS | 54.300
EKG-1 | ELECTROCARDIOGRAMA |  | ARMENIA | 58.450
EKG-1 | ELECTROCARDIOGRAMA |  | BUGA | 64.350
FN-1 | EXAMEN DE AUDIOMETRIA TONAL |  | ACACIAS | 30.550
FN-1 | EXAMEN DE AUDIOMETRIA TONAL |  | ARMENIA | 43.600
LAB-12 | CREATININA |  | BUGA | 16.900
~ external_id: NÚMERO
~ external_id: NÚMERO +"|" CIUDAD
= code: NÚMERO
= description: DESCRIPCIÓN

## charge-code | en | service items with dates
UID | Title | Description | Date From | Date To
1 | Service 1 | Description 1 | 2024-12-31T23:00:00.000Z | 2025-12-30T23:00:00.000Z
2 | Service 2 | Description 2 | 2024-12-31T23:00:00.000Z | 2025-12-30T23:00:00.000Z
3 | Service 1 | Description 1 | 2024-12-31T23:00:00.000Z | 2025-12-30T23:00:00.000Z
= external_id: UID
~ code: UID
= description: Title
~ description: Description
~ is_active: until Date To

## charge-code | en | ledger accounts, active in words
account_id | account_name | account_type | parent_account | active
GL4000 | Facilities Expense | Expense | NULL | Yes
GL4500 | Office Lease Expense | Expense | GL4000 | Yes
GL5100 | Electricity Expense | Expense | GL5000 | Yes
GL2110 | Accrued Utilities | Liability | GL2100 | Yes
= external_id: account_id
= code: account_id
= description: account_name
= is_active: active
`;
