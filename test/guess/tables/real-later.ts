/** Real files that were read after the rules had been mended with those of `real.ts`; personal values are invented. */
export const realLater = `
## tax-code | en | regions with validity
region_code | tax_rate | effective_date | end_date
US-CA | 0.0925 | 2024-01-01 | 2024-12-31
US-NY | 0.08875 | 2024-01-01 | 2024-12-31
US-TX | 0.0825 | 2024-01-01 | 2024-12-31
= external_id: region_code
~ external_id: (none)
~ code: region_code
~ description: region_code
= rate: tax_rate
= region: region_code
= valid_from: effective_date
= valid_to: end_date
unit: fraction

## tax-code | en | states in percent
state | rate
CA | 7.25
NY | 4.00
OR | 0
TX | 6.25
= external_id: state
~ external_id: (none)
~ code: state
~ description: state
= rate: rate
= region: state
~ region: (none)
unit: percent

## tax-code | fr | Odoo, Tunisia
id | description | chart_template_id/id | type_tax_use | name | type | amount | account_collected_id/id | account_paid_id/id | base_code_id/id | tax_code_id/id | ref_base_code_id/id | ref_tax_code_id/id | base_sign | ref_tax_sign | ref_base_sign | tax_sign
tax_1 | A0 | l10n_tn | Purchase | Exonération TVA (achats) 0% | Percent |  | l10n_tn.pcg_43666 | l10n_tn.pcg_43666 | BAEX |  | BAEX |  | -1 | -1 | 1 | 1
tax_2 | A12 | l10n_tn | Purchase | TVA déductible (achats) 12% | Percent | 0.12 | l10n_tn.pcg_43666 | l10n_tn.pcg_43666 | BA12 | TA12 | BA12 | TA12 | -1 | -1 | 1 | 1
tax_5 | I18 | l10n_tn | Purchase | TVA déd/immob (achats) 18% | Percent | 0.18 | l10n_tn.pcg_43666 | l10n_tn.pcg_43666 | BAI18 | TAI18 | BAI18 | TAI18 | -1 | -1 | 1 | 1
tax_8 | 4 | l10n_tn | Sale | TVA 0% | Percent |  | l10n_tn.pcg_436711 | l10n_tn.pcg_436711 | AONI |  | AONI |  | 1 | 1 | -1 | -1
tax_11 | 1 | l10n_tn | Sale | TVA 18% | Percent | 0.18 | l10n_tn.pcg_436711 | l10n_tn.pcg_436711 | BC18 | TC18 | BC18 | TC18 | 1 | 1 | -1 | -1
= external_id: id
= code: description
~ code: id
~ code: (none)
= description: name
= rate: amount
= direction: type_tax_use
unit: fraction
map direction: Sale=output, Purchase=input

## tax-code | es | Odoo, two flags
id | price_include | include_base_amount
l10n_ar.ri_tax_vat_25_ventas | 1 | 1
l10n_ar.ri_tax_vat_5_ventas | 1 | 1
l10n_ar.ri_tax_vat_10_ventas | 1 | 1
l10n_ar.ri_tax_vat_21_ventas | 1 | 1
= external_id: id
~ code: id

## tax-code | en | Odoo, Uganda
id | description | chart_template_id:id | type_tax_use | name | type | amount | account_collected_id:id | account_paid_id:id | base_code_id:id | tax_code_id:id | ref_base_code_id:id | ref_tax_code_id:id | tax_sign | base_sign | ref_base_sign | ref_tax_sign | parent_id:id
ST0 | ST0 | l10n_ug | sale | Zero rated sales | percent | 0 | 2200 | 2200 | 5 | 1 | 5 | 1 | 1 | 1 | -1 | -1 | 
ST1 | ST1 | l10n_ug | sale | Standard rate sales (18%) | percent | 0.18 | 2200 | 2200 | 5 | 1 | 5 | 1 | 1 | 1 | -1 | -1 | 
ST2 | ST2 | l10n_ug | sale | Exempt sales | percent | 0 | 2200 | 2200 | 5 | 1 | 5 | 1 | 1 | 1 | -1 | -1 | 
PT1 | PT1 | l10n_ug | purchase | Standard rate purchases (18%) | percent | 0.18 | 2201 | 2201 | 6 | 3 | 6 | 3 | 1 | 1 | -1 | -1 | 
PT8R | PT8R | l10n_ug | purchase | Reverse EAC Purchase VAT | percent | -1 | 2201 | 2201 |  | 3 | 3 |  | -1 | -1 | 1 | 1 | PT8
PT5 | PT5 | l10n_ug | purchase | Lower rate purchases (5%) | percent | 0.05 | 2201 | 2201 | 6 | 3 | 6 | 3 | 1 | 1 | -1 | -1 | 
= external_id: id
= code: description
~ code: id
= description: name
= rate: amount
= direction: type_tax_use
unit: fraction
map direction: sale=output, purchase=input

## charge-code | en | accounts for month end
Account | Account Name | Type
1000 | Cash - Operating | Asset
1100 | Accounts Receivable | Asset
1590 | Accumulated Depreciation | Contra Asset
4100 | Professional Services Revenue | Revenue
6300 | Rent & Facilities | Expense
= external_id: Account
= code: Account
= description: Account Name

## charge-code | en | small ledger
account_id | account_name | account_type
1000 | Cash | Asset
1010 | Bank Account | Asset
2010 | TDS Payable | Liability
4010 | Service Revenue | Revenue
5060 | Freight Expense | Expense
= external_id: account_id
= code: account_id
= description: account_name

## charge-code | en | accounts with a flag in French
Code | Account Name | Type | Allow Reconciliation
101100 | Uncalled committed capital | Equity | FAUX
101200 | Capital subscribed, called, not paid | Equity | FAUX
151000 | Accelerated depreciation | Current Liabilities | FAUX
411100 | Customers | Receivable | VRAI
= external_id: Code
= code: Code
= description: Account Name

## staff | de | five columns
ID | Vorname | Nachname | Alter | Geschlecht
1013 | Hugo | Campe | 28 | Männlich
1014 | Anni | Januar | 27 | Weiblich
1015 | Willi | Metzger | 38 | Männlich
= external_id: ID
= name: Vorname + Nachname

## staff | de | with the firm's id
id | vorname | nachname | firma_id
1 | Anna | Armbruster | 1
2 | Berta | Beinhauer | 1
3 | Carla | Copf | 1
4 | Dieter | Darmstadt | 2
= external_id: id
= name: vorname + nachname

## staff | es | identity card as key
cedula | nombre | cargo | area | sub_area
1006000023 | ACOSTA REYES MARIO | OBRERO AGRICOLA | AGRONOMICO | no aplica
1006000940 | ACERO CANO DANIEL | OPERARIO PLANTA EXTRACTORA | PLANTA EXTRACTORA | no aplica
1112000357 | AGUILAR RIVAS DANIELA | MECANICO | MAQUINARIA | no aplica
86000154 | ALVAREZ BEDOYA JUAN | OPERARIO DE MAQUINARIA | MAQUINARIA | no aplica
= external_id: cedula
~ external_id: (none)
= name: nombre

## staff | es | file number and days left
legajo | nombre | sector | dias_disponibles
1001 | Juana Peralta | Administracion | 15
1002 | Mario Gomera | Recursos Humanos | 20
1003 | Carla Sancho | Finanzas | 10
= external_id: legajo
= name: nombre

## staff | cs | name, pay, rank explained in the heading
jmeno | plat | zarazeni (D - developer, M - manager)
Adam Novotka | 33881 | D
Adela Svobodka | 25218 | D
Adriana Malinka | 24276 | M
Alena Dvorska | 22241 | D
~ external_id: jmeno
= name: jmeno

## staff | ro | no headings, department first
(none)
HR | Maria Popa | Site Manager | 2020-07-12 | 7600.0
HR | Anca Dima | Contabil | 2019-08-22 | 5400.0
IT | Adrian Pop | IT Helpdesk | 2018-09-11 | 5400.0
IT | Adriana Mile | Software Developer | 2021-07-08 | 5700.0
Customer Relations | Ana Iordan | Customer Support Representative | 2022-04-10 | 3200.0
~ external_id: #2
= name: #2
~ name: (none)

## staff | tr | first names
Isim | Yas | Departman | Maas
Ahmet | 25 | IK | 30000
Mehmet | 30 | IT | 45000
Zeynep | 28 | IT | 42000
Elif | 22 | Pazarlama | 32000
~ external_id: Isim
= name: Isim

## staff | vi | no headings, three rows
(none)
Đoàn Thi Hoa | 30 | Nữ | Đồng Nai
Tăng Thanh Mai | 32 | Nữ | Hồ Chí Minh
Huỳnh Trấn Nam | 36 | Nam | Hồ Chí Minh
~ external_id: #1
= name: #1
~ name: (none)

## staff | hu | English headings
id | name | city | salary | birth
1 | Erdős | Szeged | 375 | 2000-03-18
2 | Meggyes | Szeged | 375 | 2001-02-06
3 | Kovács | Szeged | 375 | 2003-01-07
4 | Bogár | Szeged | 375 | 2005-06-05
= external_id: id
= name: name

## staff | hu | teachers without headings
(none)
Almási Nóra Katalin | 2022/2023 | Eger | 1967-07-30 | 76735000296 | ALMASIN | almasin | almasin@iskola.test
Bacsó Imre | 2022/2023 | Miskolc | 1980-12-22 | 71729000161 | BACSOI | bacsoi | bacsoi@iskola.test
Balogh Júlia | 2022/2023 | Miskolc | 1955-01-05 | 72091000202 | BALOGHJ | baloghj | baloghj@iskola.test
Brenner Pál | 2022/2023 | Miskolc | 1976-09-02 | 79607000762 | BRENNERP | brennerp | brennerp@iskola.test
= external_id: #5
~ external_id: #6
~ external_id: #7
~ external_id: #8
~ external_id: (none)
= name: #1
= email_address: #8

## staff | fr | pay slip columns, one row
Nom | Prenom | Poste | Salaire Base | Heures Sup | Prime | CNSS | IR | Salaire Net
Alami | Karim | Comptable | 2555.00 | 25.00 | 22.00 | 240.01 | 560.91 | 1813.58
= name: Prenom + Nom

## staff | fr | fifty columns, most of them blank
MATRICULE | NOM | PRENOM | SEXE | DATE_EMBAUCHE | DATE_SORTIE | MOTIF_SORTIE | TITRE | STATUT | NATIONALITE | DATE_NAISSANCE | DEPT_NAISSANCE | PAYS_NAISSANCE | VILLE_NAISSANCE | ADRESSE_ELEC | STATUT_AFFECT | STRUCTURE | CODE_STRUCTURE | DATE_CREAT_STRUCTURE | GROUPE | POSTE | FONCTION | CODE_EMPLOI | DOMAINE | FAMILLE | SOUS_FAMILLE | NUM_IPRES | NUM_CSS | CENTRE_PAIE | STATUT_CONFIRMER | DATE_CONFIRMATION | CATEGORIE | GRADE | MTL_SUPERVISEUR | SUPERVISEUR | LIEU_AFFECTATION | NUMERO IDENTITE | TEL_MOBILE | CUID
204 | HOUNDE | Anicet | M | 26/09/2022 |  |  | MR. |  |  | 02/02/1991 |  |  | Cotonou | anicet.hounde@firme.test | Active Assignment | Direction des Réseaux | DRSI | 27-sept-21 |  |  |  | ... |  |  |  |  |  |  |  |  |  |  | 0177 | HESSE, Brice | SIEGE |  |  | 
7245 | WADA | Serigne Aziz | M | 26/09/2002 |  |  | MR. |  |  | 02/02/1971 |  |  | Dakar | serigne.wada@firme.test | Active Assignment | Direction des Systèmes | DSI/INS | 27-sept-21 |  |  |  | ... |  |  |  |  |  |  |  |  |  |  |  |  | SABLUX |  |  | 
028196 | DIALLO | Seydou | M | 26/09/2011 |  |  | MR. |  |  | 02/02/1991 |  |  | Dakar | seydou.diallo@firme.test | Active Assignment | Direction des Systèmes | DSI/INS/IMOC | 27-sept-21 |  |  |  | ... |  |  |  |  |  |  |  |  |  |  | 7245 | Serigne Aziz Wada | SABLUX |  |  | 
INT-64124 | TALLA | Mouhamed | M | 26/09/2021 |  |  | MR. |  |  | 02/02/1991 |  |  | Dakar | mouhamed.talla@firme.test | Active Assignment | Direction des Systèmes | DSI/INS/IMOC | 27-sept-21 |  |  |  | ... |  |  |  |  |  |  |  |  |  |  | 28196 | Seydou DIALLO | SABLUX |  |  | 
= external_id: MATRICULE
= name: PRENOM + NOM
= email_address: ADRESSE_ELEC
~ is_active: STATUT_AFFECT

## staff | fr | entry date and pay
Nom | Poste | Date_Entree | Salaire
dupond | Développeur | 2018-06-01 | 35000
marten | Analyste | 2015-09-15 | 42000
durant | Chef de projet | 2012-03-10 | 55000
~ external_id: Nom
= name: Nom

## staff | pl | three columns
imie | nazwisko | pensja
Kamil | Wojda | 1111
Wojciech | Marszał | 2222
Adam | Zyd | 8888
Ania | Walczak | 4444
= name: imie + nazwisko

## staff | pl | login and leave days
Login | Haslo | Imie | Nazwisko | Dni Urlopowe
jpracownik | tajne1 | Janek | Jankow | 3
kacper | tajne2 | Kacper | Chrust | 2
michal | tajne3 | Michał | Mada | 0
= external_id: Login
= name: Imie + Nazwisko

## staff | id | English headings
id | name | age | position | department
1 | Annisa | 21 | Manajer | IT
2 | Natasya | 22 | Staff | Marketing
= external_id: id
= name: name

## staff | it | night shift
Nome | Cognome | Notte
Giuseppe | Bertuccio | Si
Pantaleone | Carità | No
Giacomo | De Rosso | No
Paolo | Ficchi | Si
= name: Nome + Cognome

## staff | tr | users with passwords
KullaniciID | Ad | Soyad | Rol | Sıfre
1 | Gamze | Yönetir | Yonetici | 1234
2 | irem | kakız | Kullanici | 5678
3 | beyza | polatlı | Kullanici | 0123
= external_id: KullaniciID
= name: Ad + Soyad

## charge-code | es | services of a salon without headings
(none)
Peluqueria | SV-01-00001 | Corte de hombre | Corte hombre | 17
Peluqueria | SV-01-00002 | Corte de niño | corte niño | 14
Peluqueria | SV-01-00003 | Diseño de Barba | diseño barba | 14
Nail Bar | SV-03-00001 | Manicure basico | mani basico | 9
SPA | SV-02-00001 | Limpieza facial profunda | limpieza facial | 45
= external_id: #2
~ external_id: (none)
= code: #2
~ code: (none)
= description: #3
~ description: (none)

## charge-code | pl | clinic without headings
(none)
1 | Antykoncepcja | 65
2 | Sterylizacja | 400
3 | Czipowanie | 50
4 | Drobny zabieg chirurgiczny | 200
5 | Drobny zabieg w znieczuleniu | 175
= external_id: #1
~ external_id: (none)
~ code: #1
= description: #2
~ description: (none)

## charge-code | fr | six accounts
nom_compte | numero_compte | libelle
Banque | 512 | Banque • Compte courant
Caisse | 531 | Caisse • Fonds de trésorerie
Clients | 411 | Clients • Créances clients
Ventes | 701 | Ventes de biens et services
= external_id: numero_compte
= code: numero_compte
= description: libelle
~ description: nom_compte

## staff | id | school without headings
(none)
Ari Handoko, S.Pd | Kepala Sekolah | Kendal, 24 September 1989 | - | image1.jpg | Guru | Dusun Dasri RT.01 | Matematika | S1, Pendidikan Matematika | 01.0415.108 | April 2015
Khusnul Hotima, S.Pd | WaKa Sarpras | Semarang, 30 Juli 1979 | - | image1.jpg | Guru | Mangkang Wetan RT.02 | Bahasa Inggris | S1, Pendidikan Bahasa Inggris | 01.0610.102 | Juni 2010
Asku Riati, S.E | Guru Mapel | Semarang, 16 Agustus 1967 | - | image1.jpg | Guru | Jl. Mandasia | Kewirausahaan, Seni Budaya | S1, Ekonomi Manajemen | 01.0610.101 | Juni 2010
= external_id: #10
~ external_id: (none)
= name: #1
~ name: (none)
`;
