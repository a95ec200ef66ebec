export const finnish = `
staff: työntekijä, työntekijän, työntekijät, henkilö, henkilön, henkilöstö, käyttäjä, käyttäjän, käyttäjät, toimihenkilö
charge: maksu, maksun, maksut, palvelu, palvelun, tuote, tuotteen, nimike, kulu, kulun, veloitus, lisämaksu, kustannus
tax: alv, vero, veron, arvonlisävero, arvonlisäveron, verot
manager: esimies, esihenkilö, esimiehen, johtaja
relative: lähiomainen, hätäyhteys
customer: asiakas, asiakkaan
vendor: toimittaja, toimittajan
company: yritys, yhtiö, organisaatio, työnantaja, yrityksen, yhtiön
department: osasto, yksikkö organisaatio, tiimi
branch: toimipaikka, toimisto, toimipiste, sijainti
job_title: tehtävä, nimike tehtävä, tehtävänimike, titteli, ammatti, asema
role: rooli, käyttöoikeus
bank: pankki, pankkitili, tilinumero pankki
ledger: tili, tilin, tilin numero, tilin nimi, kirjanpitotili, tilinumero, myyntitili, ostotili
cost_centre: kustannuspaikka
currency: valuutta
unit: yksikkö, mittayksikkö
document: lasku, sopimus
work: työ, työn, työpaikan
private: yksityinen, henkilökohtainen, oma
secondary: toinen, vaihtoehtoinen, muu
english: englanniksi, englanti, englanninkielinen
local: suomeksi, suomi, suomenkielinen
short: lyhyt
long: pitkä, koko
cost: osto, oston, ostot
sell: myynti, myynnin, myynnit
filler: ja, on, n
email: sähköposti, sähköpostiosoite, email, e mail, sposti, s posti, meili
email+work: työsähköposti, sähköposti työ, työpaikan sähköposti
email+private: henkilökohtainen sähköposti, oma sähköposti, yksityinen sähköposti
id: id, tunniste, avain
number: numero, nro, num
code: koodi, tunnus, lyhenne
id+staff: henkilönumero, työntekijänumero, henkilönro, henkilökoodi, työntekijätunnus, henkilötunniste, palkkanumero
login: käyttäjätunnus, käyttäjänimi, kirjautumistunnus
full_name: koko nimi, henkilön nimi, työntekijän nimi, etu ja sukunimi, sukunimi ja etunimi, näyttönimi
given_name: etunimi, kutsumanimi, etunimet
family_name: sukunimi
name: nimi, nimitys
description: kuvaus, selite, selitys, teksti, nimike kuvaus
active: aktiivinen, käytössä, voimassa, aktiivi, on aktiivinen
inactive: passiivinen, ei käytössä, poistettu, estetty, suljettu, epäaktiivinen, lukittu
status: tila, status, työsuhteen tila
end_date+staff: työsuhteen päättymispäivä, työsuhde päättyy, lähtöpäivä, työsuhteen päättyminen, päättynyt
hire_date: työsuhteen alkamispäivä, työsuhde alkaa, aloituspäivä, palkkauspäivä, työsuhteen alku
birth_date: syntymäaika, syntymäpäivä, syntynyt
created_at: luotu, luontipäivä, luontiaika
modified_at: muokattu, muutettu, viimeksi muutettu, päivitetty, muutospäivä, viimeksi muokattu, viimeksi päivitetty
last_login: viimeisin kirjautuminen
date: päivämäärä, pvm, aika, päivä, kuukausi, vuosi
valid_from: voimassa alkaen, alkupvm, alkaen, alkamispäivä, alkupäivä, voimassaolo alkaa
valid_to: voimassa asti, loppupvm, päättymispäivä, loppupäivä, voimassa saakka, voimassaolo päättyy
rate: verokanta, prosentti, alv prosentti, kanta, veroprosentti, alv kanta
value: arvo
country: maa, maakoodi, maatunnus
region: maakunta, alue
city: kaupunki, postitoimipaikka, paikkakunta
postcode: postinumero
address: osoite, katuosoite
phone: puhelin, puhelinnumero, matkapuhelin, gsm, puh
password: salasana
gender: sukupuoli
nationality: kansalaisuus
marital_status: siviilisääty
national_id: henkilötunnus, hetu, sosiaaliturvatunnus, y tunnus
salary: palkka, kuukausipalkka, tuntipalkka
age: ikä
education: koulutus
employment_type: työsuhteen tyyppi, työsuhde, työsuhteen laji, sopimustyyppi
language: kieli
note: huomautus, huomio, kommentti, lisätieto, lisätiedot
row_number: rivinumero, rivi
amount: summa, hinta, määrä
quantity: lukumäärä, kpl
taxable: verollinen, veroton
kind: tyyppi, laji, luokka
group: ryhmä
category: kategoria
direction: suunta
`;
