/** Lists with Polish headings. Lists marked real have the headings and forms of a public file, with invented personal values. */
export const polish = `
## staff | pl | pracownicy | invented
Lp. | Nr ewidencyjny | Nazwisko | Imię | Stanowisko | E-mail służbowy | Data zatrudnienia | PESEL
1 | 0007 | Kowalska | Ewa | Spedytor | e.kowalska@sped.test | 2015-02-01 | 80010112345
2 | 0009 | Nowak | Piotr | Kierownik | p.nowak@sped.test | 2009-11-15 | 75050554321
3 | 0010 | Wiśniewski | Łukasz | Spedytor | l.wisniewski@sped.test | 2020-06-01 | 90121278901
= external_id: Nr ewidencyjny
= name: Imię + Nazwisko
= email_address: E-mail służbowy

## charge-code | pl | usługi | invented
Symbol | Nazwa usługi | Stawka VAT | Jednostka miary | Cena netto | Grupa
FR-M | Fracht morski | 0% | szt | 0,00 | Spedycja
OBS | Obsługa celna | 23% | szt | 150,00 | Agencja
MAG | Magazynowanie | 23% | doba | 12,50 | Magazyn
= external_id: Symbol
= code: Symbol
= description: Nazwa usługi

## tax-code | pl | stawki VAT | invented
Kod stawki | Opis | Stawka % | Obowiązuje od | Obowiązuje do | Aktywna
A | Stawka podstawowa 23% | 23,00 | 2011-01-01 |  | T
B | Stawka obniżona 8% | 8,00 | 2011-01-01 |  | T
P22 | Stawka 22% | 22,00 | 1993-07-05 | 2010-12-31 | N
= external_id: Kod stawki
= code: Kod stawki
= description: Opis
= rate: Stawka %
= valid_from: Obowiązuje od
= valid_to: Obowiązuje do
= is_active: Aktywna
~ is_active: (none)
unit: percent

## staff | pl | Comarch Optima pracownicy | invented
Akronim | Kod | Nazwisko | Imię | PESEL | Data zatrudnienia | Data zwolnienia | Archiwalny | E-mail
KOWALSKIJ | 001 | Kowalski | Jan | 80010112345 | 2015-03-01 |  | Nie | j.kowalski@balt.test
NOWAKA | 002 | Nowak | Anna | 85020223456 | 2017-06-15 | 2025-01-31 | Tak | a.nowak@balt.test
WISNIEWSKAM | 003 | Wiśniewska | Marta | 90030334567 | 2021-09-01 |  | Nie | m.wisniewska@balt.test
= external_id: Akronim
~ external_id: Kod
= name: Imię + Nazwisko
= email_address: E-mail
= is_active: not Archiwalny
~ is_active: until Data zwolnienia

## staff | pl | pracownicy bez nagłówków | invented
(none)
1 | maslo | Adam | Adamski
2 | maslo | Jan | Kowalski
3 | maslo | Anna | Nowak
4 | maslo | Marta | Wiśniewska
= external_id: #1
= name: #3 + #4
~ name: (none)

## charge-code | pl | cennik usług | invented
Symbol | Nazwa usługi | JM | Cena netto | Stawka VAT | Grupa | Nieaktywny
FRM | Fracht morski | kont. | 1500,00 | 0% | FRACHT | 0
OCL | Odprawa celna | szt. | 350,00 | 23% | CŁO | 0
DOS | Dowóz | szt. | 800,00 | 23% | TRANSPORT | 1
= external_id: Symbol
= code: Symbol
= description: Nazwa usługi
= is_active: not Nieaktywny

## tax-code | pl | stawki VAT (2) | invented
Kod stawki | Nazwa | Stawka | Rodzaj rejestru | Od dnia | Do dnia
23 | Stawka podstawowa | 23% | sprzedaż | 2011-01-01 | 
8 | Stawka obniżona | 8% | sprzedaż | 2011-01-01 | 
ZW | Zwolniona |  | sprzedaż | 1993-07-05 | 
22 | Stawka podstawowa (stara) | 22% | sprzedaż | 1993-07-05 | 2010-12-31
= external_id: Kod stawki
= code: Kod stawki
= description: Nazwa
= rate: Stawka
= valid_from: Od dnia
= valid_to: Do dnia
~ direction: Rodzaj rejestru
unit: percent

## staff | pl | workers without headings | real
(none)
1 | Jan | Nowicki | ul. Lipowa 5 | Bytom | 1 | 1 | 1975-06-09 | 1
2 | Anna | Nowicka | ul. Dębowa 6 | Bytom | 1 | 1 | 1977-07-09 | 1
3 | Katarzyna | Kowal | ul. Klonowa 1 | Bytom | 0 | 1 | 1966-06-20 | 2
4 | Ewelina | Rakowska | ul. Polna 20 | Bytom | 1 | 0 | 1985-01-29 | 3
= external_id: #1
~ external_id: (none)
= name: #2 + #3
~ name: (none)

## charge-code | pl | salon price list without headings | real
(none)
Strzyżenie - włosy krótkie | 150 |  | 45 | 
Strzyżenie - włosy średnie | 170 |  | 60 | 
Modelowanie - włosy krótkie | 70 |  | 30 | 
Dekoloryzacja | 40 | 70 | 60 | 0.5p 20ml-40zł / 1p 30ml-50zł
Grzywka | 30 |  | 15 | 
~ external_id: #1
= description: #1
~ description: (none)

## staff | pl | three columns | real
imie | nazwisko | pensja
Kamil | Wojda | 1111
Wojciech | Marszał | 2222
Adam | Zyd | 8888
Ania | Walczak | 4444
= name: imie + nazwisko

## staff | pl | login and leave days | real
Login | Haslo | Imie | Nazwisko | Dni Urlopowe
jpracownik | tajne1 | Janek | Jankow | 3
kacper | tajne2 | Kacper | Chrust | 2
michal | tajne3 | Michał | Mada | 0
= external_id: Login
= name: Imie + Nazwisko

## charge-code | pl | clinic without headings | real
(none)
1 | Antykoncepcja | 65
2 | Sterylizacja | 400
3 | Czipowanie | 50
4 | Drobny zabieg chirurgiczny | 200
5 | Drobny zabieg w znieczuleniu | 175
= external_id: #1
~ external_id: (none)
~ code: #1
= description: #2
~ description: (none)

## staff | pl | exported with two row numbers | real
 | Unnamed: 0 | Imię | Nazwisko | Płeć | id | data_urodzenia | mail | data_zatrudnienia | adres
0 | 0 | WIESŁAW | WRONKA | MĘŻCZYZNA | 0 | 1984-10-21 | WIESŁAW.WRONKA@firma.test | 2015-10-12 | Zielona 91; Wrocław 50-509
2 | 2 | ARKADY | MARCHEWKA | MĘŻCZYZNA | 1 | 1981-5-23 | ARKADY.MARCHEWKA@firma.test | 2016-3-18 | Motylkowa 9; Wrocław 55-504
4 | 4 | FRANEK | SADOWY | MĘŻCZYZNA | 2 | 1977-9-24 | FRANEK.SADOWY@firma.test | 2017-7-12 | Nagietkowa 11; Kamień 55-506
6 | 6 | BARTEK | KUBOWSKI | MĘŻCZYZNA | 3 | 1986-1-23 | BARTEK.KUBOWSKI@firma.test | 2018-9-10 | Katowicka 92; Wrocław 50-504
8 | 8 | KLARA | CHMIEL | KOBIETA | 4 | 1985-7-16 | KLARA.CHMIEL@firma.test | 2014-1-14 | Cytrynowa 67; Łany 50-506
= external_id: id
= name: Imię + Nazwisko
= email_address: mail

## charge-code | pl | items of a cash desk | real
Nazwa | Nazwa skrócona | Kategoria | Cena brutto | Koszt | Stawka VAT | Symbol fiskalny | Aktywny | Dostępny | Kolejność
Transport miejski | TR-M | Usługi | 50,00 | 20,00 | 23 | A | Tak | Tak | 1
Transport krajowy | TR-K | Usługi | 150,00 | 80,00 | 23 | A | Tak | Nie | 2
Pakowanie | PAK | Usługi | 15,00 | 4,00 | 8 | B | Nie | Nie | 3
= description: Nazwa
~ external_id: Nazwa skrócona
~ external_id: Nazwa
~ code: Nazwa skrócona
= is_active: Aktywny
~ is_active: (none)
~ tax_code: Symbol fiskalny

## charge-code | pl | chart of accounts, four columns | real
Konto | Nazwa konta | Rodzaj konta | Uwagi
010 | Środki trwałe | bilansowe | 
402-01 | Usługi transportowe | wynikowe | 
402-02 | Fracht morski | wynikowe | 
700 | Sprzedaż usług | wynikowe | 
= external_id: Konto
= code: Konto
= description: Nazwa konta

## staff | pl | logins with passwords without headings | real
(none)
1 | maslo | Adam | Adamski
2 | maslo | Jan | Kowalski
3 | maslo | Anna | Nowak
4 | maslo | Marta | Wiśniewska
5 | maslo | Piotr | Kaczmarek
6 | maslo | Halina | Kaczmarek
= external_id: #1
~ external_id: (none)
= name: #3 + #4
~ name: (none)
`;
