/** Lists with Czech and Slovak headings. Lists marked real have the headings and forms of a public file, with invented personal values. */
export const czechAndSlovak = `
## staff | cs | zaměstnanci | invented
Osobní číslo | Příjmení | Jméno | Titul | Datum nástupu | Datum ukončení | E-mail | Aktivní
1001 | Novák | Jan | Ing. | 1.2.2012 |  | novak@sped.test | ano
1002 | Svobodová | Eva |  | 15.6.2015 | 31.12.2023 | svobodova@sped.test | ne
1003 | Dvořák | Petr | Bc. | 1.9.2019 |  | dvorak@sped.test | ano
= external_id: Osobní číslo
= name: Jméno + Příjmení
= email_address: E-mail
= is_active: Aktivní

## tax-code | cs | sazby DPH | invented
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

## staff | cs | Pohoda personalistika | invented
Osobní číslo | Příjmení | Jméno | Titul | Rodné číslo | Datum nástupu | Ukončení PP | E-mail | Středisko
101 | Novák | Petr | Ing. | 800101/1234 | 1.3.2015 |  | novak@morava.test | DOP
102 | Dvořáková | Jana |  | 855202/2345 | 15.6.2017 | 31.1.2025 | dvorakova@morava.test | SKL
110 | Svoboda | Tomáš | Bc. | 900303/3456 | 1.9.2021 |  | svoboda@morava.test | DOP
= external_id: Osobní číslo
= name: Jméno + Příjmení
= email_address: E-mail
= is_active: until Ukončení PP

## staff | sk | zamestnanci | invented
ID | Meno | Priezvisko | Pozícia | E-mail | Stav
1 | Ján | Horváth | Vodič | horvath@tatry.test | aktívny
2 | Eva | Kováčová | Účtovníčka | kovacova@tatry.test | neaktívny
5 | Peter | Baláž | Dispečer | balaz@tatry.test | aktívny
= external_id: ID
= name: Meno + Priezvisko
= email_address: E-mail
= is_active: Stav
map is_active: aktívny=true, neaktívny=false

## charge-code | cs | ceník služeb | invented
Kód | Název | Sazba DPH | Předkontace | Skupina | Neaktivní
NAM | Námořní přeprava | 0 | 3Fv | Přepravné | Ne
CEL | Celní odbavení | 21 | 3Fv | Clo | Ne
SKL | Skladné | 21 | 3Fv | Sklad | Ano
= external_id: Kód
= code: Kód
= description: Název
= is_active: not Neaktivní

## staff | cs | one row, with the leader | real
oddeleni | jmeno | email | stredisko | osobni_cislo | vedouci
PRG4 | Jana Nováková | jana.novakova@firma.test | PRG4 | 12345 | Petr Dvořák
= external_id: osobni_cislo
= name: jmeno
= email_address: email

## staff | sk | five columns | real
ID | Meno | Vek | Mesto | Plat
1 | Juraj | 28 | Bratislava | 1200
2 | Zuzana | 34 | Košice | 1500
3 | Michal | 45 | Prešov | 1100
4 | Katarína | 29 | Žilina | 1300
5 | Marek | 23 | Banská Bystrica | 1400
= external_id: ID
= name: Meno

## staff | cs | users without headings | real
(none)
11 | lubor | lu | c1957c29d7dfafcd357f5976a17ef5095af4d548 | lubor.p@post.test | 2013-12-06 | 2008-02-15 | 130
12 | dalibor | da | af6dbefd9b46524afa0877280a6ffb3856933b83 | dalibor@post.test | 2014-02-01 | 2008-02-16 | 195
15 | petra.81 | pe | b04c62d59bc00ecde0886d2c9403562ff9005b7a | petra.j@post.test |  | 2008-02-18 | 0
16 | jiri_novak | ji | 886283e417410aa7ce15a0809dfcf6768ff4a6f0 | jiri_novak@post.test | 2014-01-07 | 2008-02-18 | 30
= external_id: #1
~ external_id: (none)
~ name: #2
= email_address: #5

## tax-code | cs | Odoo, DPH | real
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

## staff | cs | name, pay, rank explained in the heading | real
jmeno | plat | zarazeni (D - developer, M - manager)
Adam Novotka | 33881 | D
Adela Svobodka | 25218 | D
Adriana Malinka | 24276 | M
Alena Dvorska | 22241 | D
~ external_id: jmeno
= name: jmeno

## staff | cs | payroll summary | real
Osobní číslo | Jméno | Typ | Hrubá | SP zam | ZP zam | Daň | Čistá
Z001 | Novotný Karel | HPP | 45000 | 2925 | 2025 | 4180 | 35870
Z002 | Svobodová Jana | DPP | 9500 | 0 | 0 | 1425 | 8075
Z003 | Dvořáček Petr | HPP | 52000 | 3380 | 2340 | 5230 | 41050
= external_id: Osobní číslo
= name: Jméno

## staff | cs | access cards, leader's name | real
oddeleni | jmeno | email | stredisko | osobni_cislo | vedouci
CZLC4 | Ukázkový Zaměstnanec | ukazkovy.zamestnanec@sklad.test | CZLC4 | 12345 | Jméno Vedoucího
CZLC4 | Eva Malá | eva.mala@sklad.test | CZLC4 | 12346 | Jméno Vedoucího
CZLC1 | Jan Dlouhý | jan.dlouhy@sklad.test | CZLC1 | 12399 | Petr Vysoký
= external_id: osobni_cislo
= name: jmeno
= email_address: email
`;
