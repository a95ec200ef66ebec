/** Lists with Dutch headings. Lists marked real have the headings and forms of a public file, with invented personal values. */
export const dutch = `
## staff | nl | medewerkers | invented
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

## charge-code | nl | kostensoorten | invented
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

## tax-code | nl | btw-codes | invented
Btw-code | Omschrijving | Percentage | Inkoop/Verkoop | Geldig vanaf | Geldig tot
VH | Verkoop hoog | 21% | Verkoop | 1-10-2012 | 
VL | Verkoop laag | 9% | Verkoop | 1-1-2019 | 
IH | Inkoop hoog | 21% | Inkoop | 1-10-2012 | 
VL6 | Verkoop laag oud | 6% | Verkoop | 1-1-2001 | 31-12-2018
= external_id: Btw-code
= code: Btw-code
= description: Omschrijving
= rate: Percentage
= direction: Inkoop/Verkoop
= valid_from: Geldig vanaf
= valid_to: Geldig tot
map direction: Verkoop=output, Inkoop=input
unit: percent

## staff | nl | AFAS medewerkers | invented
Medewerker | Naam | Roepnaam | Geboortedatum | Datum in dienst | Datum uit dienst | E-mail werk | E-mail privé
1001 | Jansen, P. | Piet | 12-04-1979 | 01-05-2010 |  | p.jansen@delta.test | piet@thuis.test
1002 | Vries, A. de | Anna | 30-09-1988 | 15-08-2015 | 31-12-2024 | a.devries@delta.test |
1009 | Bakker, J. | Jan | 01-01-1992 | 01-02-2022 |  | j.bakker@delta.test | jan@thuis.test
= external_id: Medewerker
= name: Naam
= email_address: E-mail werk
= is_active: until Datum uit dienst

## charge-code | nl | artikelen Exact Online | invented
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

## tax-code | nl | btw-codes Exact | invented
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

## staff | nl | accounts and groups by cross | real
Naam | Voornaam | Account | Directie | Administratie | Automatisering | Productie | Staf
Hassel | Robert | RobertH | X |  |  |  | 
Pastels | Luc | LucP | X | X |  |  | 
De Wit | Jeroen | JeroenD |  | X |  |  | 
Prott | Lydia | LydiaP | X |  | X |  | 
Schol | Fien | FienS |  |  | X |  | 
= external_id: Account
= name: Voornaam + Naam

## staff | nl | university monitors | real
name | unr | email | course | monitor | id | roles
Yves.Vanberg | u005009 | Yves.Vanberg@cs.uni.test | numwis-bur | 0 | 63 | numwis-bur
Jan Demuyn | e0005943 | jandemuyn@mail.test | ontw | 0 | 84 | ontw
Hilde Vanaen | u0002156 | Hilde.Vanaen@mirw.uni.test | ontw | 0 | 72 | ontw,hwis,Aalgebra
Marc Van Baren | u0002634 | Marc.Vanbaren@cs.uni.test | numwis-ind |  | 25 | numwis-ind,numwis-wet
= external_id: id
~ external_id: unr
= name: name
= email_address: email

## staff | nl | students of a course | real
studentid | volledige naam | e-mail | klasgroep | wachtwoord | ssh public key
1 | Emma Janssens | emma.janssens@school.test | 1SNB_D1 | G3hjk67* | ssh-rsa AAAAB3NzaC1yc2E...
2 | Liam Smets | liam.smets@school.test | 1SNB_D2 | Y9fgh45% | ssh-rsa AAAAB3NzaC1yc2E...
3 | Olivia Willems | olivia.willems@school.test | 1SNB_D3 | R4dfg78$ | ssh-rsa AAAAB3NzaC1yc2E...
4 | Noah Bruyn | noah.bruyn@school.test | 1SNB_D2 | S7bvc32^ | ssh-rsa AAAAB3NzaC1yc2E...
= external_id: studentid
= name: volledige naam
= email_address: e-mail

## staff | nl | table of users, one row | real
id | naam | email | wachtwoord_hash | rol | is_actief | laatste_login | created_at | updated_at
87e79135-f2f2-4e5a-bbf5-8a73ac705fd9 | Beheer | beheer@loop.test | $2a$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy | admin | True | NULL | 2025-03-14 13:47:40.318393 | 2025-03-14 13:47:40.318393
= external_id: id
= updated_at: updated_at
~ updated_at: (none)
= name: naam
= email_address: email
= is_active: is_actief

## charge-code | nl | chart of an employment agency | real
Rekeningsoort | Rekeningnr | Rekeningnaam | Rekeningnr nieuw
Grootboek | 8000 | Omzet uitzenden | 
Grootboek | 8010 | Omzet detachering | 
Kostenplaatsen | 100 | Vestiging Utrecht | 
Kostensoorten | 4100 | Reiskosten | 
= external_id: Rekeningnr
= code: Rekeningnr
= description: Rekeningnaam
`;
