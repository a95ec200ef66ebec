export const southSlavic = `
// Croatian, Bosnian, Serbian in Latin letters and Slovenian
staff: zaposlenik, zaposleni, radnik, radnici, korisnik, korisnici, djelatnik, delavec, zaposlenec, uporabnik, zaposlenika, radnika, delavca, osoblje
charge: usluga, usluge, naknada, trošak, stavka, artikl, storitev, storitve, strošek, taksa, tarifa
tax: pdv, porez, ddv, davek, porezna, poreza, davčna
manager: nadređeni, rukovoditelj, voditelj, vodja, nadrejeni
customer: kupac, stranka, kupec
vendor: dobavljač, dobavitelj
company: tvrtka, firma, poduzeće, društvo, podjetje
department: odjel, sektor, odeljenje, oddelek, služba
branch: poslovnica, ured, lokacija, podružnica
job_title: radno mjesto, radno mesto, funkcija, zanimanje, delovno mesto, pozicija
role: uloga, vloga
ledger: konto, konta, šifra konta, številka konta, naziv konta, broj konta, naziv konta
cost_centre: mjesto troška, mesto troška, stroškovno mesto
currency: valuta
unit: jedinica mjere, jedinica mere, mjerna jedinica, enota mere, enota
email: e pošta, epošta, email, e mail, mail, e naslov, elektronska pošta
email+work: službeni email, poslovni email, službena e pošta
email+private: privatni email, osobni email
id: id, identifikator
number: broj, br, številka, št
code: šifra, kod, oznaka, koda, kratica
id+staff: matični broj radnika, šifra radnika, šifra zaposlenika, šifra delavca, matična številka, evidencijski broj, broj radnika
login: korisničko ime, uporabniško ime
full_name: ime i prezime, prezime i ime, ime in priimek, priimek in ime, puno ime
given_name: ime
family_name: prezime, priimek
name: naziv, ime
description: opis, naziv
active: aktivan, aktivna, aktivno, aktiven, važeći, u upotrebi
inactive: neaktivan, neaktivno, neaktiven, blokiran, obrisan
status: status, stanje
hire_date: datum zaposlenja, datum zaposlitve, početak rada
end_date: datum odlaska, datum prestanka, datum prestanka rada, datum odhoda
birth_date: datum rođenja, datum rojstva
modified_at: datum izmjene, datum izmene, zadnja izmjena, zadnja promjena, zadnja sprememba, izmijenjeno
created_at: datum kreiranja, kreirano, datum vnosa
date: datum, godina, mjesec, leto, mesec
valid_from: vrijedi od, važi od, velja od, datum početka
valid_to: vrijedi do, važi do, velja do, datum završetka
rate: stopa, postotak, procenat, stopnja, stopa pdv
country: država, zemlja
region: županija, regija
city: grad, mjesto, kraj
address: adresa, ulica, naslov
postcode: poštanski broj, poštna številka
phone: telefon, mobitel, mobilni
password: lozinka, geslo
gender: spol, pol
national_id: oib, jmbg, emšo
salary: plaća, plata, plača
note: napomena, opomba, bilješka
row_number: rb, redni broj, r br, zap št
amount: iznos, cijena, cena, znesek
quantity: količina
kind: vrsta, tip
group: grupa, skupina
category: kategorija
filler: i, za, od, na, in
`;
