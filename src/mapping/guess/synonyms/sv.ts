export const swedish = `
staff: anställd, anställda, medarbetare, personal, användare, användar, person, personer, anstalld
charge: avgift, avgifter, tjänst, tjänster, artikel, kostnad, kostnads, tillägg, pålägg, prestation
tax: moms, skatt, mervärdesskatt, skatte, momssats kod
manager: chef, närmaste chef, arbetsledare
relative: anhörig, närmast anhörig, nödkontakt
customer: kund, kunder
vendor: leverantör
company: företag, bolag, organisation, arbetsgivare, firma, företagets, företags
department: avdelning, enhet organisation, sektion
branch: kontor, arbetsplats, placering, ort arbetsplats
job_title: befattning, titel, yrke, tjänst befattning, roll befattning
role: roll, behörighet
bank: bank, bankkonto, clearingnummer
ledger: konto, kontonr, kontonamn, kontobenämning, bokföringskonto, huvudbokskonto, kontonummer
cost_centre: kostnadsställe, kst
currency: valuta
unit: enhet
document: faktura, avtal, momsruta, ruta
work: arbete, jobb, arbets
private: privat, privata
secondary: alternativ, annan, andra
english: engelska, engelsk
local: svenska, svensk
short: kort
long: lång, fullständig
cost: inköp, ingående
sell: försäljning, utgående
filler: för, av, i, på, till, och, en, ett, den
email: e post, epost, e postadress, epostadress, mejl, e mail, email, mailadress, mail, mejladress
email+work: e post arbete, e post jobb, jobbmejl, arbets e post
email+private: privat e post, privat e postadress, e post privat
id: id, identitet, nyckel
number: nummer, nr
code: kod, beteckning, förkortning
id+staff: anställningsnummer, anställningsnr, anst nr, personalnummer, anställnings id, medarbetarnummer, anstnr
login: användarnamn, inloggningsnamn, användarid
full_name: fullständigt namn, namn anställd, för och efternamn, visningsnamn, hela namnet
given_name: förnamn, tilltalsnamn
family_name: efternamn
middle_name: mellannamn
name: namn
description: beskrivning, benämning, text, momstext
active: aktiv, är aktiv, giltig, aktivt
inactive: inaktiv, spärrad, avslutad, borttagen, arkiverad, utgången
status: status, anställningsstatus, tillstånd
end_date+staff: slutdatum anställning, avgångsdatum, anställd till, anställning slut, sista anställningsdag, avslutsdatum, avslutad datum
hire_date: anställningsdatum, anställd från, startdatum anställning, anställd sedan, anställning start
birth_date: födelsedatum, född, födelsedag
created_at: skapad, skapad datum, skapad den
modified_at: ändrad, senast ändrad, uppdaterad, ändringsdatum, senast uppdaterad
last_login: senaste inloggning
date: datum, tid, dag, månad, år
valid_from: giltig från, från datum, startdatum, gäller från, från
valid_to: giltig till, till datum, slutdatum, gäller till, till och med
rate: sats, momssats, procent, procentsats, skattesats
value: värde
country: land, landskod
region: län, region
city: ort, stad, postort
postcode: postnummer
address: adress, gatuadress
phone: telefon, mobil, mobilnummer, telefonnummer, anknytning
password: lösenord
gender: kön
nationality: nationalitet, medborgarskap
marital_status: civilstånd
national_id: personnummer, samordningsnummer, organisationsnummer
salary: lön, månadslön, timlön
age: ålder
education: utbildning
employment_type: anställningsform, sysselsättningsgrad, anställningstyp, tjänstgöringsgrad
language: språk
note: anmärkning, kommentar, notering
row_number: radnummer, rad, löpnummer
amount: belopp, pris
quantity: antal, mängd
taxable: momspliktig, skattepliktig
kind: typ, slag, art
group: grupp
category: kategori
direction: riktning, in ut, ut in
`;
