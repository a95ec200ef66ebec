/** Lists with Hungarian, Romanian, Serbian and Lithuanian headings. Lists marked real have the headings and forms of a public file, with invented personal values. */
export const otherEuropean = `
## tax-code | hu | áfakódok | invented
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

## staff | hu | dolgozói törzs | invented
Törzsszám | Név | Születési név | Adóazonosító jel | Belépés dátuma | Kilépés dátuma | Munkakör | E-mail cím | Aktív
T0012 | Kovács Anna | Nagy Anna | 8123456789 | 2018.02.01. |  | ügyintéző | kovacs@duna.test | igen
T0013 | Szabó Péter | Szabó Péter | 8234567890 | 2016.06.15. | 2025.04.30. | raktáros | szabo@duna.test | nem
T0020 | Tóth Eszter | Kiss Eszter | 8345678901 | 2022.01.10. |  | vámügyintéző | toth@duna.test | igen
= external_id: Törzsszám
= name: Név
= email_address: E-mail cím
= is_active: Aktív
~ is_active: until Kilépés dátuma

## staff | ro | salariați | invented
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

## tax-code | hu | áfakulcsok | invented
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

## staff | hu | flag and two dates | real
Teljes_nev | Beosztas | Belepes | Kilepes | Fizetes | Aktiv | id
Willi Loch | Fraud Investigator | Nov 11, 2013 12:59 AM | Feb 20, 2011 12:39 PM | 1177672 | false | 1
Trix Vere | DevOps Engineer | May 24, 2011 10:07 PM | Aug 29, 1990 7:12 AM | 945923 | false | 2
Carla Moak | Support Team Lead | Jan 26, 2012 8:34 AM | Jan 2, 2001 11:03 PM | 825447 | true | 3
Gun Kilder | Infrastructure Engineer | Oct 25, 2017 10:42 AM | Jul 23, 2012 10:14 PM | 1415077 | true | 4
= external_id: id
= name: Teljes_nev
= is_active: Aktiv

## tax-code | lt | Odoo short template | real
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

## staff | ro | no headings, department first | real
(none)
HR | Maria Popa | Site Manager | 2020-07-12 | 7600.0
HR | Anca Dima | Contabil | 2019-08-22 | 5400.0
IT | Adrian Pop | IT Helpdesk | 2018-09-11 | 5400.0
IT | Adriana Mile | Software Developer | 2021-07-08 | 5700.0
Customer Relations | Ana Iordan | Customer Support Representative | 2022-04-10 | 3200.0
~ external_id: #2
= name: #2
~ name: (none)

## staff | hu | English headings | real
id | name | city | salary | birth
1 | Erdős | Szeged | 375 | 2000-03-18
2 | Meggyes | Szeged | 375 | 2001-02-06
3 | Kovács | Szeged | 375 | 2003-01-07
4 | Bogár | Szeged | 375 | 2005-06-05
= external_id: id
= name: name

## staff | hu | teachers without headings | real
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

## staff | ro | family name first | real
Nume | Functie | Salariu
Iris Marius | Software Engineer | 10000
Colcer Iulian | QA Engineer | 6000
Zarna Cristina | Front End Developer | 8000
Bucur Ariana | Data Scientist | 8600
~ external_id: Nume
= name: Nume

## staff | hu | register without headings | real
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

## staff | sr | four cells without headings | real
(none)
Ognjen | Komadić | 420gg | 360
Maja | Mujić | majam1112 | 500
Đorđe | Jolić | joldza | 299
= name: #1 + #2
~ name: (none)
~ external_id: #3

## tax-code | hu | one tax over four posting lines | real
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
`;
