/** A fourth lot of real files, read by somebody who had not written the rules; personal values are invented. */
export const realAgain = `
## staff | pt | name age salary
Nome | Idade | Salario_bruto
Tomé | 32 | 1.5
Raul | 25 | 6.5
Irene | 65 | 10.0
Jorge | 69 | 10.0
GUSTAVO ORTIZ DOS SANTOS FARIA | 77 | 18257.0
Tomé | 31 | 1.5
Tomé | 15 | 8.0
= name: Nome

## staff | es | name and position
NOMBRE | PUESTO
ALVAREZ NAVA MARIO ALBERTO | CHOFER DE CRUCE
ARROYO CERVERA JUAN ANDRES | CHOFER LOCAL
ABREGO MONTES CRISTIAN ANGEL | CHOFER FORANEO
DE LA VEGA RUIZ JOEL | CHOFER CRUCE
DIAZ CORTES JOSE LUIS | CHOFER FORANEO
MUÑOZ OLIVA ISMAEL | CHOFER FORANEO
PEREZ LOBO ALONSO | CHOFER CRUCE
= name: NOMBRE

## staff | fr | HR export of a telecom with 57 columns
MATRICULE | NOM | PRENOM | SEXE | DATE_EMBAUCHE | DATE_SORTIE | MOTIF_SORTIE | TITRE | STATUT | NATIONALITE | DATE_NAISSANCE | VILLE_NAISSANCE | ADRESSE_ELEC | STATUT_AFFECT | STRUCTURE | CODE_STRUCTURE | DATE_CREAT_STRUCTURE | GROUPE | POSTE | CODE_EMPLOI | CODE_EMPLOI1 | NUM_IPRES | MTL_SUPERVISEUR | SUPERVISEUR | LIEU_AFFECTATION | NBRE FEMMES | NUMERO IDENTITE | TEL_MOBILE | CUID
204 | HOUNGBO | M. Aristide | M | 26/09/2022 |  |  | MR. |  |  | 02/02/1991 | Cotonou | aristide.houngbo@firma.test | Active Assignment | Direction des Réseaux | DRSI | 27-sept-21 |  |  |  |  |  | 0177 | HOUNTO, Bruno | SIEGE CENTRAL |  |  |  | 
7245 | FALL | Serigne Alioune | M | 26/09/2002 |  |  | MR. |  |  | 02/02/1971 | Dakar | serigne.fall@firma.test | Active Assignment | Direction des Systèmes d'Information | DSI/INS | 27-sept-21 |  |  |  |  |  |  |  | TOUR |  |  |  | 
028196 | GUEYE | Seydina Moussa | M | 26/09/2011 |  |  | MR. |  |  | 02/02/1991 | Dakar | seydina.gueye@firma.test | Active Assignment | Direction des Systèmes d'Information | DSI/INS/IMOC | 27-sept-21 |  |  |  |  |  | 7245 | Serigne Fall | TOUR |  |  |  | 
028876 | DIOP | Papa Alassane | M | 26/09/2021 |  |  | MR. |  |  | 02/02/1991 | Dakar | papa.diop@firma.test | Active Assignment | Direction des Systèmes d'Information | DSI/INS/IMOC | 27-sept-21 |  |  |  |  |  | 28196 | Seydina GUEYE | TOUR |  |  |  | 
INT-64124 | FAYE | Mouhamed Lamine | M | 26/09/2021 |  |  | MR. |  |  | 02/02/1991 | Dakar | mouhamed.faye@firma.test | Active Assignment | Direction des Systèmes d'Information | DSI/INS/IMOC | 27-sept-21 |  |  |  |  |  | 28196 | Seydina GUEYE | TOUR |  |  |  | 
= external_id: MATRICULE
= name: PRENOM + NOM
= email_address: ADRESSE_ELEC
~ is_active: (none)
~ is_active: STATUT_AFFECT
~ is_active: until DATE_SORTIE

## staff | tr | people with titles and pictures
ad soyad | görev | foto link
Prof. Dr. Cemal TUNA | BÖLGE KOORDİNATÖRÜ | https://www.okul.test/507_.jpg
Doç. Dr. Mahir KAYA | KOORDİNATÖR YARDIMCISI | https://fen.okul.test/1358_57ce7956cb1ea_.jpg
Nejat AKIN | SEKRETER | https://www.okul.test/1822_.jpg
İsmet YURT | GÖREVLİ | 
Arş. Gör. Onur SALMAN | GÖREVLİ | https://fen.okul.test/1961_.jpg
= name: ad soyad

## staff | tr | factory staff without names
personel_id | ad | soyad | tc_no | telefon | departman | pozisyon | maas | ise_giris_tarihi | yillik_izin_hakki | kullanilan_izin | kalan_izin | performans_puani | fazla_mesai_saat | egitim_sertifikalari | acil_durum_kisi | acil_durum_tel | aktif
P001 |  |  |  |  | yonetim | mudur |  | 2018-03-15 | 20 | 8 | 12 |  | 0 | yonetim,is_guvenligi |  |  | 1
P002 |  |  |  |  | yonetim | mudur |  | 2019-06-01 | 18 | 5 | 13 |  | 12 | yonetim,is_guvenligi |  |  | 1
P004 |  |  |  |  | uretim | ustabasi |  | 2015-09-20 | 22 | 10 | 12 | 92.5 | 45 | pres_operasyon |  |  | 1
P005 |  |  |  |  | uretim | pres_operatoru |  | 2020-04-15 | 16 | 7 | 9 | 88.0 | 24 | pres_operasyon |  |  | 1
= external_id: personel_id
= name: ad + soyad
~ name: (none)
= is_active: aktif

## staff | pl | logins with passwords without headings
(none)
1 | maslo | Adam | Adamski
2 | maslo | Jan | Kowalski
3 | maslo | Anna | Nowak
4 | maslo | Marta | Wiśniewska
5 | maslo | Piotr | Kaczmarek
6 | maslo | Halina | Kaczmarek
= external_id: #1
~ external_id: (none)
= name: #3 + #4
~ name: (none)

## tax-code | en | Magento UK rules
Code | Country | State | Zip/Post Code | Rate | Zip/Post is Range | Range From | Range To | amazonebay | default | eu
UK VAT | GB | * | * | 20 |  |  |  |  |  | 
EEA  VAT | IE | * | * | 20 |  |  |  |  |  | 
EU VAT9 | EE | * | * | 20 |  |  |  |  |  | 
EU ZERORATED3 | BE | * | * | 0 |  |  |  |  |  | 
EU VAT12 | FR | * | * | 20 |  |  |  |  |  | 
ZERORATED GY | GG | * | GY* | 0 |  |  |  |  |  | 
VAT JE | JE | * | JE* | 0 |  |  |  |  |  | 
EU Zerorated UK Jersey | GB | * | JE | 0 |  |  |  |  |  | 
= external_id: Code
= code: Code
= country: Country
= rate: Rate
~ description: (none)
~ description: Code
~ region: State
~ region: (none)
unit: percent

## staff | en | Oracle people without headings
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

## staff | es | people with private addresses
Cedula | Nombre | Apellidos | Cargo | Grupo | Rol | Centro De costo | Correo
79426001 | Juan Jose | Arias Sierra | Coordinador de Subcontratos | Administradores | Empleado | 1004010000-Col. G. Técnico | juan.arias@firma.test
1114338002 | Vera Edwin | Acosta Vera | Auxiliar de Produccion A2 | Producción Cali 5-Cali | Empleado | 1504211100-Cli. P. Ensamble | acosta77@gmail.test
79921003 | Oscar Javier | Aguado Acosta | Supervisor Produccion | Producción Bogotá 2-Bogotá Avenida 68 | Supervisor | 1104020000-Bt68. Jef. Planta | oscar.aguado@firma.test
1007004 | Jose Ramiro | Alfaro Guzman | Operario de Produccion C | Producción Bogotá 2-Bogotá Avenida 68 | Empleado | 1104204002-Bt68. P.I. | ramiro2000@gmail.test
1062275005 | Jefferson | #¡VALOR! | Operario de Produccion B | Producción Cali 5-Cali | Empleado | 1504211103-Cli. P. I. Ensamble | jeff@gmail.test
= external_id: Cedula
= name: Nombre + Apellidos
= email_address: Correo

## charge-code | en | invoice plugin accounts with parents
account_code |  account_name |  parent_account_code |  account_nature |  account_type |  cashflow_category |  is_partner_account
1 | Assets |  | heading | assets |  | 
11 | Cash | 1 | summary | assets |  | 
1110 | Cash | 11 | detail | assets |  | 
1210 | Account Receivable | 12 | detail | assets | operating | yes
2 | Liabilities |  | heading | liabilities |  | 
2110 | Account Payable | 21 | detail | liabilities | operating | yes
2320 | Shipping Fee | 23 | detail | liabilities | operating | 
4110 | Sales Revenues | 41 | detail | revenues |  | 
5110 | Cost of Goods Sold | 51 | detail | costs of sales |  | 
6110 | Rent Expense | 61 | detail | expenses |  | 
= external_id: account_code
= code: account_code
= description: account_name

## charge-code | id | sewing shop accounts with a dash for no tax
Account Number | Account Name | Account Type | Description | Tax Code
1-101 | Kas | Asset | Cash on hand | -
1-102 | Piutang Usaha | Asset | Accounts Receivable | -
1-103 | Sewa Kios Dibayar Dimuka | Asset | Prepaid Rent | -
2-101 | Utang Usaha | Liability | Accounts Payable | -
3-101 | Modal Pemilik | Equity | Owner Capital | -
4-101 | Pendapatan Jahit | Income | Sewing Revenue | -
5-101 | Gaji dan Upah | Expense | Salaries and Wages | -
5-102 | Beban Sewa Kios | Expense | Rent Expense | -
= external_id: Account Number
= code: Account Number
= description: Account Name
~ description: Description
~ tax_code: (none)

## charge-code | en | accounts with a description of each
account_code | account_name | account_type | account_subtype | normal_balance | is_active | description
1000 | Cash - Operating | Asset | Current Asset | Debit | Yes | Primary operating checking account
1010 | Cash - Payroll | Asset | Current Asset | Debit | Yes | Dedicated payroll account
2000 | Accounts Payable | Liability | Current Liability | Credit | Yes | Amounts owed to vendors
3100 | Retained Earnings | Equity | Equity | Credit | Yes | Cumulative earnings retained
4010 | Tax Preparation Revenue | Revenue | Operating Revenue | Credit | Yes | Revenue from tax filing services
5100 | Rent Expense | Expense | Operating Expense | Debit | Yes | Office space rental
= external_id: account_code
= code: account_code
= description: account_name
~ description: description
= is_active: is_active

## staff | en | hire to retire with last action
employee_id | full_name | gender | date_of_birth | date_of_joining | department | designation | location | manager_name | email | phone | basic_salary | status | leave_balance | last_action | updated_at
EMP1001 | Aarav Sharma | Male | 2000-04-12 | 2025-07-01 | Human Resources | HR Executive | Mumbai | Priya Nair | aarav.sharma@example.com | 9876543210 | 35000 | Active | 18 | Hire | 2026-04-18 01:17:26
EMP1002 | Meera Patel | Female | 1998-09-21 | 2024-11-15 | Finance | Analyst | Pune | Rohan Desai | meera.patel@example.com | 9988776655 | 42000 | Active | 12 | Hire | 2026-04-18 01:17:26
= external_id: employee_id
= name: full_name
= email_address: email
= is_active: status
= updated_at: updated_at
`;
