/** Czech and Slovak. */
export const czech = `
staff: zaměstnanec, zaměstnance, zaměstnanci, zaměstnanců, pracovník, pracovníka, uživatel, uživatele, osoba, personál, zamestnanec, zamestnanca, pracovnik, používateľ, zamestnanci
charge: poplatek, poplatky, poplatku, služba, služby, položka, položky, náklad, nákladu, poplatok, položka ceníku, výkon, činnost, přeprava
tax: dph, daň, daně, sazba dph, dane, daňový, daňová, daňového
manager: nadřízený, nadřízeného, vedoucí, manažer, vedúci, nadriadený
relative: nouzový kontakt
customer: zákazník, odběratel
vendor: dodavatel, dodávateľ
company: firma, společnost, spoločnosť, organizace, zaměstnavatel, firmy, společnosti
department: oddělení, útvar, středisko útvar, odbor, oddelenie, úsek
branch: pobočka, kancelář, pracoviště, lokalita, provozovna, pracovisko
job_title: pozice, funkce, pracovní pozice, pracovní zařazení, pozícia, profese, funkcia
role: role, oprávnění
bank: banka, bankovní účet, číslo účtu
ledger: účet, účtu, číslo účtu, název účtu, názov účtu, účetní účet, nákladový účet, výnosový účet
cost_centre: středisko, nákladové středisko, stredisko
currency: měna, mena
unit: jednotka, měrná jednotka, mj
document: faktura, smlouva, přiznání, řádek přiznání
tariff: celní kód, kód nomenklatury
work: pracovní, služební, firemní
private: soukromý, soukromá, osobní, soukromé
secondary: druhý, alternativní, další
local: místní, český, česky
english: anglický, anglicky
short: krátký, zkrácený, krátká
long: dlouhý, plný, úplný
old: starý, původní
new: nový
cost: nákup, vstup, přijaté
sell: prodej, výstup, uskutečněné
filler: z, do, na, v, a, od, pro, je, o, k
email: e mail, email, mail, e mailová adresa, emailová adresa, elektronická pošta
email+work: pracovní e mail, pracovní email, firemní e mail, služební e mail, e mail pracovní
email+private: soukromý e mail, osobní e mail, soukromý email
id: id, identifikátor, klíč
number: číslo, č, cislo
code: kód, zkratka, označení, značka, skratka
id+staff: osobní číslo, os číslo, číslo zaměstnance, id zaměstnance, kód zaměstnance, osobné číslo, evidenční číslo, číslo zamestnanca, os č, osobni cislo
login: uživatelské jméno, přihlašovací jméno, login, prihlasovacie meno
full_name: celé jméno, jméno a příjmení, příjmení a jméno, jméno příjmení, příjmení jméno, meno a priezvisko, zobrazované jméno, jméno zaměstnance
given_name: jméno, křestní jméno, meno, krestni jmeno
family_name: příjmení, priezvisko, prijmeni
middle_name: rodné příjmení, druhé jméno
salutation: titul, titul před, titul za, oslovení
name: název, názov, nazev
description: popis, název služby, text, popis sazby, název poplatku, opis
active: aktivní, je aktivní, platný, aktívny, povoleno, platné, v platnosti
inactive: neaktivní, blokovaný, zablokovaný, smazaný, archivovaný, neplatný, neaktívny, zrušený, blokováno, ukončený, deaktivovaný
status: stav, status, stav zaměstnance
end_date+staff: datum ukončení, datum výstupu, datum odchodu, konec pracovního poměru, dátum ukončenia, datum ukončení pp, ukončení pracovního poměru, ukončení pp, ukončení
hire_date: datum nástupu, nástup, dátum nástupu, datum vzniku pracovního poměru
birth_date: datum narození, narozen, dátum narodenia, místo narození
created_at: vytvořeno, datum vytvoření, datum založení, založil
modified_at: změněno, datum změny, poslední změna, upraveno, aktualizováno, datum poslední změny, dátum zmeny, datum aktualizace, datum úpravy
last_login: poslední přihlášení
date: datum, čas, den, měsíc, rok, dátum
valid_from: platí od, platnost od, datum od, od, začátek, platné od
valid_to: platí do, platnost do, datum do, konec, konec platnosti, platné do
rate: sazba, procento, procenta, výše sazby, sadzba, sazba daně
value: hodnota
country: země, kód země, stát, krajina, zeme
region: kraj, region, okres
city: město, obec, mesto
postcode: psč
address: adresa, ulice
phone: telefon, mobil, telefonní číslo, telefón, mobilní telefon
password: heslo
gender: pohlaví, pohlavie
nationality: národnost, státní příslušnost, občanství
marital_status: rodinný stav
national_id: rodné číslo, číslo op, občanský průkaz, ičo, dič, číslo pasu
salary: mzda, plat, platová třída
age: věk
education: vzdělání
employment_type: typ úvazku, úvazek, druh smlouvy, typ smlouvy, druh pracovního poměru, pracovní poměr, typ pracovního poměru
language: jazyk
photo: foto, fotografie
note: poznámka, poznámky
sort_order: pořadí
row_number: pořadové číslo, por č, řádek, poř č
amount: částka, cena, suma
quantity: množství, počet
taxable: zdanitelné, osvobozeno
kind: typ, druh, typ daně, třída
group: skupina
category: kategorie, kategória
direction: směr, použití
name: jméno, meno
`;
