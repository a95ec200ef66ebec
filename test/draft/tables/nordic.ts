/** Lists with Danish, Swedish, Norwegian and Finnish headings. Lists marked real have the headings and forms of a public file, with invented personal values. */
export const nordic = `
## staff | sv | anställda | invented
Anställningsnummer | Förnamn | Efternamn | E-post | Befattning | Personnummer | Status
2001 | Åsa | Öberg | asa.oberg@spedition.test | Speditör | 19800101-1234 | Aktiv
2002 | Nils | Ek | nils.ek@spedition.test | Chef | 19700202-2345 | Aktiv
2003 | Linnéa | Sjö | linnea.sjo@spedition.test | Speditör | 19950303-3456 | Slutat
= external_id: Anställningsnummer
= name: Förnamn + Efternamn
= email_address: E-post
= is_active: Status
map is_active: Aktiv=true, Slutat=false

## staff | da | medarbejdere | invented
Medarbejdernr. | Fornavn | Efternavn | Stilling | Arbejdsmail | Privat mail | Ansættelsesdato | Fratrædelsesdato | CPR-nummer
501 | Søren | Kjær | Speditør | sk@spedition.test | soren@hjem.test | 01-02-2014 |  | 010180-1111
502 | Mette | Østergaard | Bogholder | mo@spedition.test |  | 15-08-2019 | 31-12-2024 | 020290-2222
503 | Lærke | Holm | Chauffør | lh@spedition.test | laerke@hjem.test | 01-10-2021 |  | 030395-3333
= external_id: Medarbejdernr.
= name: Fornavn + Efternavn
= email_address: Arbejdsmail
= is_active: until Fratrædelsesdato

## staff | fi | henkilöstö | invented
Henkilönumero | Sukunimi | Etunimi | Sähköpostiosoite | Esimies | Työsuhde alkaa | Tila
1201 | Virtanen | Aino | aino.virtanen@huolinta.test | Korhonen | 1.3.2015 | Aktiivinen
1202 | Korhonen | Juhani | juhani.korhonen@huolinta.test |  | 15.8.2009 | Aktiivinen
1203 | Mäkelä | Eeva | eeva.makela@huolinta.test | Korhonen | 2.1.2020 | Päättynyt
= external_id: Henkilönumero
= name: Etunimi + Sukunimi
= email_address: Sähköpostiosoite
= is_active: Tila
map is_active: Aktiivinen=true, Päättynyt=false

## charge-code | sv | avgifter | invented
Avgiftskod | Benämning | Momskod | Intäktskonto | Aktiv
100 | Sjöfrakt | MP0 | 3001 | Ja
110 | Terminalavgift | MP25 | 3002 | Ja
120 | Tullklarering | MP25 | 3003 | Nej
= external_id: Avgiftskod
= code: Avgiftskod
= description: Benämning
= tax_code: Momskod
= is_active: Aktiv

## tax-code | fi | ALV-koodit | invented
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

## staff | sv | Hogia personal | invented
Anst.nr | Förnamn | Efternamn | Personnummer | Anställningsdatum | Avgångsdatum | E-post arbete | Kostnadsställe
112 | Anna | Lindqvist | 19800503-1234 | 2018-02-01 |  | anna@kust.test | 100
113 | Erik | Sjöberg | 19751111-2345 | 2016-06-15 | 2025-04-30 | erik@kust.test | 100
120 | Maja | Nyström | 19901224-3456 | 2022-01-10 |  | maja@kust.test | 200
= external_id: Anst.nr
= name: Förnamn + Efternamn
= email_address: E-post arbete
= is_active: until Avgångsdatum

## staff | da | medarbejdere (2) | invented
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

## staff | fi | henkilöstö (2) | invented
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

## staff | no | ansatte | invented
Ansattnr | Fornavn | Etternavn | Stilling | Startdato | Sluttdato | E-post | Aktiv
112 | Kari | Nordmann | Speditør | 01.02.2018 |  | kari@vestland.test | Ja
113 | Ola | Berge | Sjåfør | 15.06.2016 | 30.04.2025 | ola@vestland.test | Nei
120 | Ingrid | Dahl | Regnskap | 10.01.2022 |  | ingrid@vestland.test | Ja
= external_id: Ansattnr
= name: Fornavn + Etternavn
= email_address: E-post
= is_active: Aktiv
~ is_active: until Sluttdato

## charge-code | sv | artikelregister Fortnox | invented
Artikelnummer | Benämning | Enhet | Försäljningspris | Moms | Försäljningskonto | Aktiv | Utgått
F100 | Sjöfrakt | st | 0 | 0 | 3105 | true | false
F110 | Hämtning | st | 850 | 25 | 3001 | true | false
F900 | Gammal avgift | st | 10 | 25 | 3001 | false | true
= external_id: Artikelnummer
= code: Artikelnummer
= description: Benämning
= is_active: Aktiv
~ is_active: (none)

## tax-code | sv | momskoder | invented
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

## staff | da | duty roster without headings | real
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

## staff | no | name, position, pay | real
Navn | Stilling | Lønn
Sander Moen | Seniorutvikler | 950000
Ingrid Foss | Juniorutvikler | 620000
Mathias Bakken | Prosjektleder | 880000
Tuva Solheim | Designer | 710000
~ external_id: Navn
= name: Navn

## tax-code | fi | Odoo tax template of old | real
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

## staff | no | name, position, pay, ninety people | real
Navn | Stilling | Lønn
Sander Magnesen | Seniorutvikler | 950000
Ingrid Fosset | Juniorutvikler | 620000
Mathias Bakkemo | Prosjektleder | 880000
Tuva Solbakk | Designer | 710000
~ external_id: Navn
= name: Navn

## charge-code | da | accounts with VAT and balance | real
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

## charge-code | da | accounts for time records | real
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

## tax-code | da | VAT codes with accounts | real
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
`;
