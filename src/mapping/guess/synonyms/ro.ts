export const romanian = `
staff: angajat, angajați, salariat, salariați, utilizator, persoană, personal, angajatului
charge: taxă serviciu, serviciu, servicii, cost, cheltuială, articol, tarif, produs, taxa
tax: tva, taxă, impozit, taxe
manager: manager, superior, șef, șef direct
company: firmă, companie, societate, angajator
department: departament, secție, compartiment
branch: sucursală, punct de lucru, birou, locație
job_title: funcție, post, ocupație
ledger: cont, contului, simbol cont, denumire cont, număr cont, cont contabil
cost_centre: centru de cost
currency: monedă, valută
unit: unitate de măsură, um
email: e mail, email, adresă de e mail, adresa de email, adresă email, poștă electronică
email+work: email serviciu, e mail serviciu, email companie
email+private: email personal, e mail personal
id: id, identificator, cheie
number: număr, nr
code: cod, simbol, prescurtare
id+staff: marcă, marca, număr marcă, nr marcă, cod angajat, id angajat, nr matricol, marca angajat
login: nume utilizator
full_name: nume și prenume, nume complet, nume prenume, nume angajat
given_name: prenume
family_name: nume de familie
name: nume, denumire
description: descriere, denumire, explicații
active: activ, activă, valabil, în vigoare
inactive: inactiv, blocat, șters, arhivat, suspendat
status: stare, statut, status
end_date+staff: data încetării, data plecării, data încetare, data demisiei, data încetare contract
hire_date: data angajării, data angajare
birth_date: data nașterii, data naștere
modified_at: data modificării, modificat, ultima modificare, actualizat
created_at: data creării, creat
date: data, oră, zi, lună, an
valid_from: valabil de la, data început, data de început
valid_to: valabil până la, data sfârșit, data de sfârșit
rate: cotă, procent, cota tva, cotă tva
value: valoare
country: țară, cod țară
region: județ, regiune
city: oraș, localitate
address: adresă
phone: telefon, mobil, telefon mobil
password: parolă
gender: sex, gen
national_id: cnp, serie ci, carte de identitate
salary: salariu
employment_type: tip contract
note: observații, notă
row_number: nr crt, număr curent
amount: sumă, preț
quantity: cantitate
kind: tip, fel
group: grupă, grup
category: categorie
direction: sens
filler: de, la, din, al, a, și
`;
