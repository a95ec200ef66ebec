/** Danish and Norwegian. */
export const danish = `
staff: medarbejder, medarbejdere, ansat, ansatte, bruger, brugere, personale, person, medarbeider, bruker, ansattes
charge: gebyr, gebyrer, ydelse, ydelser, vare, omkostning, omkostninger, tillæg, avgift, tjeneste, tjenester, omkostningsart
tax: moms, afgift, skat, mva, merverdiavgift, skatt
manager: leder, nærmeste leder, chef, overordnet
relative: pårørende, nødkontakt
customer: kunde, debitor
vendor: leverandør, kreditor
company: firma, virksomhed, selskab, organisation, arbejdsgiver, bedrift
department: afdeling, avdeling, team, enhed organisation
branch: kontor, lokation, arbejdssted, arbeidssted
job_title: stilling, titel, stillingsbetegnelse, tittel
role: rolle, rettighed
bank: bank, bankkonto, kontonummer bank
ledger: konto, finanskonto, kontonr, kontonavn, hovedbokskonto, kontonummer
cost_centre: omkostningssted, kostnadssted
currency: valuta
unit: enhed, enhet
document: faktura, kontrakt, rubrik
work: arbejde, arbeid, job, jobb
private: privat, private
secondary: alternativ, anden, sekundær
english: engelsk
local: dansk, norsk
short: kort
long: lang, fuld
cost: køb, indgående, inngående
sell: salg, udgående, utgående
filler: for, af, i, på, til, og, en, et, den, av
email: e mail, email, mail, mailadresse, e mailadresse, e post, epost, e postadresse
email+work: arbejdsmail, firmamail, e mail arbejde, jobb e post, e post jobb
email+private: privat mail, privat e mail, privat e post
id: id, nøgle
number: nummer, nr
code: kode, forkortelse, betegnelse kode
id+staff: medarbejdernummer, medarbejdernr, medarbejder nr, ansattnummer, ansattnr, lønnummer, personalenummer, medarbejder id, ansatt nr, løbenummer ansat, initialer nr
login: brugernavn, brukernavn
full_name: fulde navn, fuldt navn, fullt navn, medarbejdernavn, for og efternavn, visningsnavn
given_name: fornavn
family_name: efternavn, etternavn
middle_name: mellemnavn, mellomnavn
initials: initialer
name: navn
description: beskrivelse, betegnelse, tekst, benævnelse, navn på afgift
active: aktiv, er aktiv, gyldig, i brug
inactive: inaktiv, spærret, sperret, slettet, arkiveret, fratrådt, lukket, udgået, deaktiveret, ophørt
status: status, tilstand
end_date+staff: fratrædelsesdato, fratrådt dato, sluttdato ansettelse, slutdato ansættelse, ansat til, fratrædelse, sluttdato
hire_date: ansættelsesdato, ansat dato, ansatt dato, startdato ansættelse, ansettelsesdato, ansat fra, tiltrædelsesdato
birth_date: fødselsdato, født, fødselsdag
created_at: oprettet, oprettet dato, opprettet, oprettelsesdato
modified_at: ændret, sidst ændret, opdateret, ændringsdato, endret, sist endret, oppdatert, senest ændret
last_login: sidste login
date: dato, tid, dag, måned, år
valid_from: gyldig fra, fra dato, startdato, fra, gælder fra
valid_to: gyldig til, til dato, slutdato, gælder til
rate: sats, momssats, procent, momsprocent, mva sats, prosent, afgiftssats
value: værdi, verdi
country: land, landekode, landkode
region: region, fylke
city: by, sted
postcode: postnummer, postnr
address: adresse, gade, vej
phone: telefon, mobil, tlf, telefonnummer, mobilnummer, mobiltelefon
password: adgangskode, kodeord, passord
gender: køn, kjønn
nationality: nationalitet, statsborgerskab
marital_status: civilstand
national_id: cpr, cpr nummer, personnummer, cpr nr, fødselsnummer, cvr
salary: løn, lønn, månedsløn
age: alder
education: uddannelse, utdanning
employment_type: ansættelsesform, ansættelsestype, stillingstype, stillingsprosent
language: sprog, språk
note: bemærkning, kommentar, notat, merknad
row_number: linjenummer, linje, løbenr
amount: beløb, pris, beløp
quantity: antal, mængde
taxable: momspligtig, afgiftspligtig
kind: type, art
group: gruppe
category: kategori
direction: retning
`;
