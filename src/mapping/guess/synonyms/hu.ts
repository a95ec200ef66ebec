export const hungarian = `
staff: dolgozó, munkavállaló, alkalmazott, felhasználó, munkatárs, személy, dolgozói, személyzet
charge: díj, költség, szolgáltatás, tétel, termék, cikk, díjtétel, költségnem
tax: áfa, adó, forgalmi adó
manager: vezető, felettes, közvetlen vezető
company: cég, vállalat, társaság, munkáltató
department: osztály, részleg, szervezeti egység
branch: telephely, iroda, munkahely
job_title: beosztás, munkakör, pozíció
ledger: főkönyvi szám, főkönyvi számlaszám, számla neve, számla száma, főkönyv, számla, főkönyvi számla
cost_centre: költséghely
currency: pénznem, deviza
unit: mértékegység, egység
email: e mail, email, e mail cím, email cím, elektronikus levélcím
email+work: munkahelyi e mail, céges e mail, céges email
email+private: privát e mail, magán e mail
id: azonosító, id
number: szám, száma, sorszám szám
code: kód, jelölés, kódja
id+staff: törzsszám, dolgozói azonosító, dolgozó kódja, munkavállalói azonosító, dolgozó azonosító, dolgozói törzsszám, törzsszáma
login: felhasználónév, bejelentkezési név
full_name: teljes név, dolgozó neve, munkavállaló neve, név
given_name: keresztnév, utónév
family_name: vezetéknév, családnév
name: név, neve, megnevezés, elnevezés
description: leírás, megnevezés, szöveg, megnevezése
active: aktív, érvényes, használatban
inactive: inaktív, zárolt, letiltva, törölt, archivált, kilépett, megszűnt, megszüntetve
status: állapot, státusz
end_date+staff: kilépés dátuma, kilépés, kilépési dátum, munkaviszony vége
hire_date: belépés dátuma, belépés, belépési dátum, munkaviszony kezdete
birth_date: születési dátum, születési idő, született, születési hely
created_at: létrehozva, létrehozás dátuma
modified_at: módosítva, utolsó módosítás, módosítás dátuma, frissítve
date: dátum, idő, nap, hónap, év
valid_from: érvényesség kezdete, érvényes ettől, kezdő dátum, hatályos
valid_to: érvényesség vége, érvényes eddig, záró dátum
rate: kulcs, áfakulcs, százalék, áfa kulcs, mérték, adókulcs, áfa százalék
value: érték
country: ország, országkód
city: város, település
postcode: irányítószám
address: cím, lakcím
phone: telefon, telefonszám, mobil
password: jelszó
gender: nem, neme
national_id: taj szám, adóazonosító jel, személyi szám, adóazonosító
salary: fizetés, bér
relative: anyja neve
note: megjegyzés
row_number: sorszám, ssz
amount: összeg, ár, egységár
quantity: mennyiség
kind: típus, fajta, jelleg
group: csoport
category: kategória
direction: irány, irány
filler: a, az, és
`;
