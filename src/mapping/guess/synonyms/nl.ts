export const dutch = `
staff: medewerker, medewerkers, werknemer, werknemers, personeel, personeelslid, gebruiker, gebruikers, persoon, collega, personeels
charge: kosten, toeslag, toeslagen, dienst, diensten, artikel, prestatie, kostensoort, tarief, heffing, vergoeding, facturatie, activiteit
tax: btw, belasting, belastingen, omzetbelasting
manager: leidinggevende, manager, chef, teamleider, hoofd
relative: noodcontact, contactpersoon nood, partner
customer: klant, debiteur
vendor: leverancier, crediteur
company: bedrijf, onderneming, organisatie, werkgever, administratie, vennootschap, bedrijfsnaam
department: afdeling, sectie, team
branch: vestiging, filiaal, locatie, kantoor, standplaats, werklocatie
job_title: functie, functietitel, beroep, functienaam, titel
role: rol, rechten, licentie
bank: bank, bankrekening, rekeningnummer bank
ledger: grootboek, grootboekrekening, rekening, rekeningnummer, rekeningnaam, grootboeknummer, tegenrekening, omzetrekening, kostenrekening
cost_centre: kostenplaats, kostendrager
currency: valuta, munt
unit: eenheid, rekeneenheid
document: factuur, contract, rubriek, aangifte
tariff: goederencode, douanecode
work: zakelijk, zakelijke, werk
private: privé, prive, persoonlijk
secondary: tweede, alternatief, overige
local: lokaal, nederlands
english: engels
short: kort, korte
long: lang, lange
old: oud, oude
new: nieuw, nieuwe
cost: inkoop, voorbelasting
sell: verkoop
filler: van, de, het, een, voor, in, per, en, bij, op, s
email: e mail, e mailadres, emailadres, email, mail, mailadres
email+work: zakelijk e mailadres, werk e mail, e mail werk, zakelijke e mail, email zakelijk, e mail zakelijk
email+private: privé e mail, e mail privé, privé e mailadres
id: id, sleutel, identificatie, identificatienummer
number: nummer, nr
code: code, afkorting, kenmerk
id+staff: personeelsnummer, medewerkernummer, medewerkersnummer, werknemersnummer, personeelsnr, medewerkercode, medewerker id, stamnummer, medewerker, werknemernummer
login: gebruikersnaam, inlognaam, loginnaam
full_name: volledige naam, weergavenaam, medewerkernaam, naam medewerker, voor en achternaam, naam werknemer
given_name: voornaam, roepnaam, voornamen
family_name: achternaam, familienaam, geslachtsnaam
middle_name: tussenvoegsel, tussenvoegsels, voorvoegsel, tweede naam
salutation: aanhef, aanspreektitel
initials: voorletters, initialen
name: naam
description: omschrijving, beschrijving, benaming, tekst, toelichting, btw omschrijving
active: actief, is actief, in dienst, in gebruik, geldig, ingeschakeld
inactive: inactief, geblokkeerd, niet actief, gearchiveerd, verwijderd, uit dienst, vervallen, blokkade
status: status, toestand, medewerkerstatus, staat
end_date+staff: datum uit dienst, uitdiensttreding, uit dienst datum, einddatum dienstverband, datum uitdienst, vertrekdatum, uitdienst, uit dienst per, ontslagdatum
hire_date: datum in dienst, indiensttreding, in dienst datum, datum indienst, indienst, in dienst sinds, indiensttredingsdatum
birth_date: geboortedatum, geboren, geboorte, geboorteplaats
created_at: aangemaakt, aangemaakt op, aanmaakdatum
modified_at: gewijzigd, gewijzigd op, laatst gewijzigd, wijzigingsdatum, bijgewerkt, laatste wijziging, datum gewijzigd, mutatiedatum
last_login: laatste login, laatst ingelogd
date: datum, tijd, dag, maand, jaar
valid_from: geldig vanaf, ingangsdatum, begindatum, startdatum, vanaf, geldig van
valid_to: geldig tot, einddatum, vervaldatum, tot, tot en met, geldig t m
rate: percentage, tarief btw, btw percentage, btw tarief, belastingpercentage
value: waarde
country: land, landcode
region: provincie, regio, gewest
city: plaats, stad, woonplaats, gemeente
postcode: postcode
address: adres, straat, huisnummer
phone: telefoon, telefoonnummer, mobiel, gsm, mobiele nummer, toestel
password: wachtwoord
gender: geslacht
nationality: nationaliteit
marital_status: burgerlijke staat
national_id: bsn, burgerservicenummer, rijksregisternummer, paspoort, legitimatie
salary: salaris, loon, schaal, trede, uurloon
age: leeftijd
education: opleiding
employment_type: soort contract, contracttype, dienstverband, contractvorm, fte, soort dienstverband, type contract
language: taal
photo: foto
note: opmerking, opmerkingen, notitie
sort_order: volgorde, sortering
row_number: volgnummer, regel, regelnummer
amount: bedrag, prijs
quantity: aantal, hoeveelheid
taxable: belastbaar, btw plichtig, vrijgesteld
kind: soort, type, btw soort
group: groep, kostengroep
category: categorie
direction: richting, inkoop verkoop
`;
