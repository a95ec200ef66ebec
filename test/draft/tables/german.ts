/** Lists with German headings. Lists marked real have the headings and forms of a public file, with invented personal values. */
export const german = `
## staff | de | DATEV-like HR list with a leaving date | invented
Personalnummer | Vorname | Nachname | Geburtsdatum | Eintritt | Austritt | Abteilung | E-Mail geschäftlich | E-Mail privat | Kostenstelle
00017 | Petra | Vogel | 12.04.1980 | 01.03.2010 |  | Import See | petra.vogel@spedition.test | pv80@mail.test | 4100
00018 | Jürgen | Müller-Lüdenscheidt | 03.11.1971 | 15.08.2001 | 31.03.2024 | Zoll | j.mueller@spedition.test | jm@mail.test | 4200
00021 | Anna | Groß | 22.07.1992 | 01.10.2019 |  | Luftfracht | anna.gross@spedition.test |  | 4100
00023 | Mehmet | Yıldız | 30.01.1988 | 01.05.2016 |  | Lager | m.yildiz@spedition.test | mehmet@mail.test | 4300
00025 | Ute | von der Heide | 17.09.1966 | 01.01.1999 | 31.12.2025 | Buchhaltung | u.heide@spedition.test |  | 4400
= external_id: Personalnummer
= name: Vorname + Nachname
= email_address: E-Mail geschäftlich
= is_active: until Austritt

## staff | de | Benutzerliste mit Sperre | invented
Kürzel | Name | Vorname | Mail | Gesperrt | Letzte Anmeldung | Rolle
VOP | Vogel | Petra | pv@nord.test | N | 03.03.2026 | Disponent
MUJ | Müller | Jürgen | jm@nord.test | J | 11.12.2024 | Disponent
GRA | Groß | Anna | ag@nord.test | N | 02.03.2026 | Admin
SCT | Schmidt | Tom | ts@nord.test | N | 01.03.2026 | Fahrer
= external_id: Kürzel
= name: Vorname + Name
= email_address: Mail
= is_active: not Gesperrt

## charge-code | de | Leistungsarten | invented
Leistungsart | Bezeichnung | Erlöskonto | Aufwandskonto | Steuerschlüssel | Gruppe | Gesperrt
1000 | Seefracht | 8400 | 4400 | 00 | F | nein
1010 | Umschlag Abgangshafen | 8410 | 4410 | 0A | V | nein
1020 | Umschlag Empfangshafen | 8410 | 4410 | 0A | N | nein
2000 | Verzollung | 8420 | 4420 | 19 | S | ja
= external_id: Leistungsart
= code: Leistungsart
= description: Bezeichnung
= tax_code: Steuerschlüssel
= is_active: not Gesperrt

## tax-code | de | Steuerschlüssel mit Satz | invented
Steuerschlüssel | Bezeichnung | Steuersatz | Steuerkonto | Gültig ab | Gültig bis
3 | Umsatzsteuer 19 % | 19,00 | 1776 | 01.01.2007 | 
2 | Umsatzsteuer 7 % | 7,00 | 1771 | 01.04.1968 | 
9 | Vorsteuer 19 % | 19,00 | 1576 | 01.01.2007 | 
5 | Umsatzsteuer 16 % | 16,00 | 1775 | 01.07.2020 | 31.12.2020
= external_id: Steuerschlüssel
= code: Steuerschlüssel
= description: Bezeichnung
= rate: Steuersatz
= valid_from: Gültig ab
= valid_to: Gültig bis
unit: percent

## tax-code | de | SAP T007A with texts | invented
MANDT | KALSM | MWSKZ | MWART | TEXT1 | XINACT
100 | TAXD | A0 | A | Ausgangssteuer 0 % | 
100 | TAXD | A1 | A | Ausgangssteuer 19 % | 
100 | TAXD | V1 | V | Vorsteuer 19 % | 
100 | TAXGB | A1 | A | Output tax 20 % | X
100 | TAXGB | V1 | V | Input tax 20 % | 
= external_id: KALSM +"|" MWSKZ
= code: MWSKZ
= description: TEXT1
= direction: MWART
= is_active: not XINACT
map direction: A=output, V=input

## staff | de | Schichtplaner | invented
Personalnummer | Vorname | Nachname | Gruppe | Eintritt
1001 | Max | Mustermann | Gruppe A | 2026-01-15
1002 | Erika | Musterfrau | Gruppe B | 2026-02-01
1003 | Jonas | Weiß | Gruppe A | 2025-11-01
= external_id: Personalnummer
= name: Vorname + Nachname

## charge-code | de | Artikelliste mit zwei Steuerschlüsseln | invented
Artikelnummer | Bezeichnung 1 | Bezeichnung 2 | Steuerschlüssel Verkauf | Steuerschlüssel Einkauf | Inaktiv
F-100 | Seefracht FCL | ab Hamburg | U0 | V0 | 0
F-110 | THC Export | Hamburg | U19 | V19 | 0
F-120 | ISPS | Hamburg | U19 | V19 | 1
= external_id: Artikelnummer
= code: Artikelnummer
= description: Bezeichnung 1
= tax_code: Steuerschlüssel Verkauf
= is_active: not Inaktiv

## staff | de | Personio Mitarbeiterliste | invented
Personio-ID | Personalnummer | Vorname | Nachname | E-Mail | Status | Abteilung | Einstellungsdatum | Austrittsdatum | Vorgesetzter
88213 | 00017 | Petra | Vogel | p.vogel@nord.test | Aktiv | Seefracht | 01.04.2017 |  | Jörg Müller
88219 | 00018 | Jörg | Müller | j.mueller@nord.test | Aktiv | Leitung | 01.01.2015 |  |
88230 | 00021 | Änne | Groß | a.gross@nord.test | Inaktiv | Zoll | 15.09.2019 | 31.12.2025 | Petra Vogel
= external_id: Personio-ID
~ external_id: Personalnummer
= name: Vorname + Nachname
= email_address: E-Mail
= is_active: Status
~ is_active: until Austrittsdatum
map is_active: Aktiv=true, Inaktiv=false

## staff | de | Lohnprogramm | invented
PNr | Anrede | Name, Vorname | Eintritt | Austritt | GebDat | KST | StKl | KV-Nr
4711 | Frau | Vogel, Petra | 01.04.2017 |  | 03.05.1980 | 100 | 1 | A123456789
4712 | Herr | Müller, Jörg | 01.01.2015 | 30.06.2025 | 11.11.1975 | 100 | 3 | B123456789
4715 | Frau | Groß, Änne | 15.09.2019 |  | 24.12.1990 | 200 | 1 | C123456789
= external_id: PNr
= name: Name, Vorname
= is_active: until Austritt

## staff | de | Telefonliste | invented
Kürzel | Name | Tel. | Fax | Mail | Raum
VO | Petra Vogel | -117 | -90 | vogel@nord.test | 1.12
MU | Jörg Müller | -118 | -90 | mueller@nord.test | 1.13
GR | Änne Groß | -121 | -90 | gross@nord.test | 2.01
= external_id: Kürzel
= name: Name
= email_address: Mail

## charge-code | de | Leistungsarten (2) | invented
Leistungsart | Bezeichnung | Kurztext | Gruppe | Erlöskonto | Steuerschlüssel | gesperrt
100 | Seefracht | SEEFR | Fracht | 8400 | 0 | 
110 | Vorlauf | VORL | Abgang | 8410 | 3 | 
120 | Nachlauf | NACHL | Empfang | 8410 | 3 | 
190 | Alte Gebühr | ALT | Sonstiges | 8490 | 3 | X
= external_id: Leistungsart
= code: Leistungsart
= description: Bezeichnung
= charge_type: Gruppe
= tax_code: Steuerschlüssel
= is_active: not gesperrt
map charge_type: Fracht=freight, Abgang=origin, Empfang=destination, Sonstiges=other

## charge-code | de | Artikel Lexware | invented
Artikelnummer | Bezeichnung1 | Bezeichnung2 | Warengruppe | Einheit | Preis netto | Steuersatz | Inaktiv
F-001 | Luftfracht | Export | Frachten | kg | 2,50 | 19 | Nein
F-002 | Seefracht | FCL | Frachten | Cont | 1.250,00 | 0 | Nein
G-001 | Dokumentengebühr |  | Gebühren | Stk | 35,00 | 19 | Ja
= external_id: Artikelnummer
= code: Artikelnummer
= description: Bezeichnung1
= is_active: not Inaktiv

## tax-code | de | DATEV Steuerschlüssel | invented
BU-Schlüssel | Bezeichnung | Steuersatz | Art | Gültig von | Gültig bis | Konto
3 | USt 19 % | 19,00 | USt | 01.01.2007 |  | 1776
2 | USt 7 % | 7,00 | USt | 01.01.2007 |  | 1771
9 | VSt 19 % | 19,00 | VSt | 01.01.2007 |  | 1576
8 | VSt 7 % | 7,00 | VSt | 01.01.2007 |  | 1571
= external_id: BU-Schlüssel
= code: BU-Schlüssel
= description: Bezeichnung
= rate: Steuersatz
= valid_from: Gültig von
= valid_to: Gültig bis
= direction: Art
~ direction: (none)
map direction: USt=output, VSt=input
unit: percent

## tax-code | de | SAP Steuerkennzeichen T007A | invented
Mandt | Kalk | StKz | Art | Bezeichnung | Ziel-StKz | EG-Kz
100 | TAXD | A1 | A | Ausgangssteuer 19 % |  | 
100 | TAXD | A2 | A | Ausgangssteuer 7 % |  | 
100 | TAXD | V1 | V | Vorsteuer 19 % |  | 
100 | TAXD | V0 | V | Vorsteuer 0 % |  | 
= external_id: StKz
= code: StKz
= description: Bezeichnung
= direction: Art
map direction: A=output, V=input

## staff | de | care team | real
name | email | rolle | team | app_rolle | status
Clara Lang | cl@pflege.test | pfleger |  |  | aktiv
Denis Hajek | dh@pflege.test | pfleger |  |  | aktiv
Britta Gurk | bg@pflege.test | arzt |  |  | aktiv
Veit Graf | veit.graf@mail.test |  |  | admin | aktiv
Astrid Schnell-Wies | asw@pflege.test | koordination | koordination |  | aktiv
= external_id: email
~ external_id: (none)
= name: name
= email_address: email
= is_active: status

## staff | de | first names and departments | real
name | abteilung
Stanislav | IT
Marina | Forschung
Peter | Buchhaltung
~ external_id: name
= name: name

## staff | de | directory with passwords | real
Vorname | Nachname | Passwort | Abteilung | Position
Nick | Valen | P@ss1 | IT | AbtLtr
Pia | Wright | P@ss1 | IT | Mitarbeiter
Jonas | Meier | P@ss1 | Vertrieb | AbtLtr
Marie | Schulze | P@ss1 | Vertrieb | Praktikant
= name: Vorname + Nachname

## staff | de | logins without headings | real
(none)
f_maier | Maier | Fritz | 03.10.1999
e_hube | Hube | Eva | 02.01.2002
l_grube | Grube | Ludwig | 23.05.2006
f_streu | Streu | Frieda | 09.02.1997
m_gilden | Gilden | Manuela | 10.11.2001
= external_id: #1
~ external_id: (none)
= name: #3 + #2
~ name: (none)

## charge-code | de | lawyers' services and tariff | real
leistung | tarif
Schriftsatz TP 1 | Schriftsatz TP 1
Verhandlung TP 2 | Verhandlung TP 2
Anregungen nach § 47 Abs 4 EO | Schriftsatz TP 1
Antrag auf Berichtigung eines Urteils | Schriftsatz TP 1
Berufung | Schriftsatz TP 3B
Rekurs an den OGH | Schriftsatz TP 3C
~ external_id: leistung
~ code: leistung
= description: leistung

## staff | de | five columns | real
ID | Vorname | Nachname | Alter | Geschlecht
1013 | Hugo | Campe | 28 | Männlich
1014 | Anni | Januar | 27 | Weiblich
1015 | Willi | Metzger | 38 | Männlich
= external_id: ID
= name: Vorname + Nachname

## staff | de | with the firm's id | real
id | vorname | nachname | firma_id
1 | Anna | Armbruster | 1
2 | Berta | Beinhauer | 1
3 | Carla | Copf | 1
4 | Dieter | Darmstadt | 2
= external_id: id
= name: vorname + nachname

## staff | de | personnel service, contract end beside leaving date | real
Personalnummer | Nachname | Vorname | Geburtsdatum | IBAN | Straße | PLZ | Ort | Mobil | E-Mail | Beschäftigungsart | Eintritt | Befristet bis | Stundenlohn | Austritt
1001 | Muster | Max | 01.01.1990 | DE001 | Weg 1 | 70173 | Stuttgart | 0151 1234567 | max@firma.test | Geringfügig Beschäftigter | 01.03.2026 | 31.12.2026 | 13,90 | 
1002 | Beispiel | Eva | 02.02.1992 | DE002 | Weg 2 | 68159 | Mannheim | 0160 7654321 |  | Kurzfristig Beschäftigter | 15.09.2026 |  | 14,50 | 
1003 | Alt | Karl | 03.03.1980 | DE003 | Weg 3 | 60311 | Frankfurt |  |  | Teilzeit | 01.01.2020 |  | 16,00 | 30.06.2026
= external_id: Personalnummer
= name: Vorname + Nachname
= email_address: E-Mail
= is_active: until Austritt

## charge-code | de | Coupa chart of accounts | real
Name | Aktiv | Währungscode | Primärer Kontakt E-Mail | Primärer Kontakt - Geschäftliche Telefonnummer
Kontenplan DE | WAHR | EUR | fibu@firma.test | 0711 000
Kontenplan AT | WAHR | EUR | fibu@firma.test | 
Kontenplan CH | FALSCH | CHF |  | 
~ external_id: Name
~ code: Name
= description: Name
= is_active: Aktiv
map is_active: WAHR=true, FALSCH=false
`;
