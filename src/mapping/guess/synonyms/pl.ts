export const polish = `
staff: pracownik, pracownika, pracownicy, pracowników, użytkownik, użytkownika, użytkownicy, osoba, personel, kadra, zatrudniony, operator
charge: opłata, opłaty, usługa, usługi, usług, koszt, kosztu, pozycja, towar, artykuł, należność, fracht, produkt, obciążenie
tax: vat, podatek, podatku, podatki, podatkowy, podatkowa, ptu
manager: przełożony, przełożonego, kierownik, kierownika, menedżer, szef
relative: kontakt awaryjny, w nagłych wypadkach
customer: klient, klienta, kontrahent
vendor: dostawca, dostawcy
company: firma, spółka, przedsiębiorstwo, organizacja, pracodawca, firmy, spółki
department: dział, działu, wydział, komórka, zespół, jednostka organizacyjna
branch: oddział, biuro, lokalizacja, miejsce pracy, filia
job_title: stanowisko, zawód, funkcja, stanowiska
role: rola, uprawnienia
bank: bank, rachunek bankowy, konto bankowe
ledger: konto, konta, kont, numer konta, nr konta, nazwa konta, symbol konta, konto księgowe, konta księgowego, konto kosztów, konto przychodów
cost_centre: mpk, miejsce powstawania kosztów, centrum kosztów
currency: waluta
unit: jednostka miary, jm, jednostka, j m
document: faktura, umowa, jpk, deklaracja
tariff: kod cn, kod celny, taryfa celna
work: służbowy, służbowe, służbowa, firmowy
private: prywatny, prywatne, prywatna, osobisty
secondary: drugi, dodatkowy, alternatywny
local: lokalny, lokalna, polska, polski
english: angielska, angielski, ang
short: krótki, krótka, skrócona
long: długi, pełny, pełna
old: stary, poprzedni
new: nowy
cost: zakup, zakupu, koszty
sell: sprzedaż, sprzedaży
filler: z, do, na, w, i, od, dla, za, jest, czy
email: e mail, email, adres e mail, adres email, poczta elektroniczna, mail, adres poczty
email+work: służbowy e mail, e mail służbowy, email służbowy, adres e mail służbowy, służbowy adres e mail
email+private: prywatny e mail, e mail prywatny, email prywatny
id: id, identyfikator, klucz
number: numer, nr
code: kod, symbol, skrót, oznaczenie
id+staff: numer pracownika, nr pracownika, id pracownika, kod pracownika, numer kadrowy, nr kadrowy, numer ewidencyjny, nr ewidencyjny, identyfikator pracownika, numer osobowy, akronim, nr ewid
login: login, nazwa użytkownika, konto użytkownika
full_name: imię i nazwisko, nazwisko i imię, pełna nazwa, imię nazwisko, nazwisko imię, pracownik imię i nazwisko, nazwa wyświetlana
given_name: imię, pierwsze imię, imiona
family_name: nazwisko
middle_name: drugie imię, nazwisko rodowe
salutation: tytuł, zwrot grzecznościowy
name: nazwa
description: opis, nazwa usługi, nazwa stawki, treść, nazwa opłaty, opis stawki, nazwa podatku
active: aktywny, aktywna, czy aktywny, aktywne, włączony, obowiązuje, zatrudniony, czy aktywna, ważny
inactive: nieaktywny, nieaktywna, zablokowany, usunięty, archiwalny, zablokowane, zwolniony, wyłączony, wycofany, blokada, archiwum
status: status, stan, status pracownika, status zatrudnienia
end_date+staff: data zwolnienia, data zakończenia pracy, data odejścia, data rozwiązania umowy, data ustania zatrudnienia, data zakończenia zatrudnienia
hire_date: data zatrudnienia, data przyjęcia, zatrudniony od, data rozpoczęcia pracy
birth_date: data urodzenia, urodzony, data ur, miejsce urodzenia
created_at: data utworzenia, utworzono, data dodania, utworzył
modified_at: data modyfikacji, zmodyfikowano, ostatnia zmiana, data zmiany, zaktualizowano, data aktualizacji, ostatnia modyfikacja, data ostatniej zmiany, data ostatniej modyfikacji
last_login: ostatnie logowanie
date: data, czas, dzień, miesiąc, rok
valid_from: ważny od, obowiązuje od, data od, data rozpoczęcia, data początkowa, od, ważne od, od dnia
valid_to: ważny do, obowiązuje do, data do, data zakończenia, data końcowa, do dnia, ważne do
rate: stawka, stawka vat, procent, stawka podatku, stawki, stawka procentowa
value: wartość
country: kraj, kod kraju, państwo
region: województwo, region
city: miasto, miejscowość
postcode: kod pocztowy
address: adres, ulica
phone: telefon, nr telefonu, komórka, tel, telefon komórkowy, numer telefonu, faks
password: hasło
gender: płeć
nationality: narodowość, obywatelstwo
marital_status: stan cywilny
national_id: pesel, nip, dowód osobisty, numer dowodu, regon, paszport
salary: wynagrodzenie, pensja, płaca, stawka godzinowa
age: wiek
education: wykształcenie
employment_type: rodzaj umowy, typ umowy, umowa, etat, forma zatrudnienia, wymiar etatu, rodzaj zatrudnienia
language: język
photo: zdjęcie
note: uwagi, notatka, komentarz, uwaga
sort_order: kolejność
row_number: lp, l p, liczba porządkowa
amount: kwota, cena, cena netto
quantity: ilość
taxable: opodatkowany, zwolniony z vat
kind: typ, rodzaj, rodzaj podatku, klasa
group: grupa, grupa opłat
category: kategoria
direction: kierunek, zastosowanie
`;
