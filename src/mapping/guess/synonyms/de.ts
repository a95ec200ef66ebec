export const german = `
staff: mitarbeiter, mitarbeiterin, mitarbeitende, mitarbeitenden, mitarbeiters, personal, benutzer, anwender, person, bediener, angestellte, angestellter, arbeitnehmer, nutzer, kollege, pers, ma, bearbeiter, sachbearbeiter
charge: gebühr, gebühren, leistung, leistungen, leistungsart, artikel, kostenart, frachtkosten, erlösart, abrechnungsart, dienstleistung, zuschlag, abgabe, position, umsatzart, kosten, entgelt, abrechnungs
tax: steuer, steuern, mwst, ust, mehrwertsteuer, umsatzsteuer, vorsteuer, vst, steuer mwst, us t, mw st, umsatzst, steuerschlüssel code
manager: vorgesetzter, vorgesetzte, vorgesetzten, leiter, teamleiter, abteilungsleiter, führungskraft, teamleitung, chef
relative: notfallkontakt, notfall, ehepartner, ansprechpartner, notfallnummer
customer: kunde, kunden, debitor, kundennummer
vendor: lieferant, kreditor, lieferanten, finanzamt
company: firma, unternehmen, gesellschaft, mandant, buchungskreis, organisation, arbeitgeber, bukrs, kalkulationsschema, kontenrahmen, firmencode, firmenname
department: abteilung, abt, bereich, team, abteilungs, organisationseinheit, orgeinheit, referat, sparte
branch: niederlassung, filiale, standort, büro, arbeitsort, betriebsstätte, zweigstelle, raum, zimmer, gebäude
job_title: position, stelle, funktion, beruf, tätigkeit, stellenbezeichnung, berufsbezeichnung, planstelle, dienstgrad
role: rolle, berechtigung, rechte, benutzerrolle, lizenz, berechtigungsgruppe
project: projekt, modul, verkehrsträger
bank: bank, bankverbindung, kontoinhaber, bankkonto, bankname
ledger: konto, konten, kontonr, sachkonto, kontonummer, erlöskonto, aufwandskonto, gegenkonto, fibu konto, erlöskonten, steuerkonto, kontobezeichnung, hauptbuchkonto, vorsteuerkonto, kostenkonto, umsatzsteuerkonto
cost_centre: kostenstelle, kst, kostenträger, kostenstellen, profitcenter
currency: währung, währungscode, whg, waehrung
unit: einheit, mengeneinheit, me, berechnungseinheit, basis, berechnungsbasis, berechnungsgrundlage
document: beleg, rechnung, vertrag, paragraf, gesetz, kennzahl, kennziffer, ustva, elster, formular, position ustva
parent: übergeordnet, übergeordnete, oberbegriff
crime: straftat, delikt, tatbestand, strafnorm
tariff: zolltarifnummer, warennummer, zolltarif, warencode
work: dienstlich, geschäftlich, dienst, firmen, betrieblich, geschäft, geschäfts
private: privat, private, privater, persönlich
secondary: zweite, weitere, alternative, zusätzliche, alternativ
local: landessprache, lokal, lokale, deutsch
english: englisch, englische, engl
short: kurz, kurzer
long: lang, ausführlich
old: alt, alte, bisherig, vorherige
new: neu, neue
cost: einkauf, eingang, kosten, aufwand
sell: verkauf, ausgang, erlös, erlöse
filler: der, die, das, des, dem, den, für, von, vom, im, in, mit, s, en, n, und, ist, stamm
email: e mail, email, mail, mailadresse, e mail adresse, emailadresse, email adresse, elektronische post, mailaddr
email+work: geschäftliche e mail, dienstliche e mail, firmen e mail, dienst e mail
email+private: private e mail, private e mail adresse, e mail privat, privatmail
id: id, ident, schlüssel id, satz id, datensatz id, datensatznummer, eindeutige id, systemnummer
number: nummer, nr, num
code: code, schlüssel, kürzel, kurzzeichen, kennung, key, kz, kennzeichen, kurzcode, abkürzung
id+staff: personalnummer, personalnr, personal nr, pers nr, persnr, mitarbeiternummer, mitarbeiternr, mitarbeiter nr, ma nr, mitarbeiter id, benutzerkennung, stammnummer, ausweisnummer, personalkennung, mitarbeiterkürzel, kürzel, benutzer id, personal id, pnr, p nr, persnummer
login: benutzername, anmeldename, login, loginname, benutzerkonto, username, anmeldekennung
full_name: vollständiger name, voller name, anzeigename, name vollständig, gesamtname, mitarbeitername, vor und nachname, name vorname, nachname vorname, vorname nachname, vorname und nachname, name mitarbeiter, vor und zuname
given_name: vorname, vornamen, rufname, vname
family_name: nachname, familienname, zuname, nname, nachnamen
middle_name: zweiter vorname, zwischenname, mittelname, geburtsname, namenszusatz
salutation: anrede, titel, namenszusatz, akademischer titel
initials: initialen
name: name, namen
description: bezeichnung, beschreibung, text, langtext, kurztext, benennung, beschreibungstext, bezeichner, kurzbezeichnung, langbezeichnung, buchungstext, erläuterung, titel, leistungstext, bez, steuertext, leistungsbezeichnung, artikelbezeichnung, steuerbezeichnung
active: aktiv, ist aktiv, aktiviert, gültig, in benutzung, freigegeben, verwendbar, beschäftigt, aktiv ja nein, aktiv j n
inactive: inaktiv, gesperrt, deaktiviert, gelöscht, sperre, sperrkennzeichen, löschkennzeichen, archiviert, ausgeschieden, stillgelegt, ungültig, sperrvermerk, löschvermerk, sperrkz, löschkz, ist gesperrt, abgelaufen
status: status, zustand, beschäftigungsstatus, mitarbeiterstatus, statuskennzeichen
end_date+staff: austritt, austrittsdatum, austritt am, ausgeschieden am, kündigungsdatum, austrittstermin, ausscheidungsdatum, letzter arbeitstag, austrittsdat, beschäftigt bis, vertragsende mitarbeiter
hire_date: eintritt, eintrittsdatum, eintritt am, einstellungsdatum, beschäftigt seit, eintrittsdat, eintrittstermin, einstellung, dienstbeginn
birth_date: geburtsdatum, geburtstag, geb datum, gebdat, geb dat, geboren, geburt, geb, geburtsdat, geburtsjahr
created_at: angelegt, angelegt am, erstellt, erstellt am, erfasst am, anlagedatum, erstellungsdatum, erfassungsdatum, anlage, angelegt von
modified_at: geändert, geändert am, letzte änderung, änderungsdatum, aktualisiert, aktualisiert am, zuletzt geändert, letzte aktualisierung, änderung, geaendert, änderungszeitpunkt, zuletzt geändert am, datum letzte änderung, geändert um
last_login: letzte anmeldung, letzter login, letztes login
date: datum, zeit, tag, monat, jahr, stichtag, zeitpunkt
valid_from: gültig ab, gültig von, gültig seit, von datum, ab datum, beginn, gilt ab, startdatum, anfangsdatum, gültigkeitsbeginn, ab, von
valid_to: gültig bis, bis datum, ende, enddatum, ablaufdatum, gilt bis, gültigkeitsende, bis, ablauf
rate: satz, steuersatz, prozent, prozentsatz, mwst satz, ust satz, steuer prozent, steuerprozentsatz, mehrwertsteuersatz, rate
value: wert
country: land, länderkennzeichen, ländercode, länderschlüssel, lkz, staat, land iso, landeskennzeichen, land kennung, iso code land, landschl
region: bundesland, region, kanton, provinz, bundesstaat, steuerregion
city: ort, stadt, wohnort
postcode: plz, postleitzahl
address: adresse, strasse, straße, anschrift, hausnummer
phone: telefon, telefonnummer, handy, mobil, mobiltelefon, durchwahl, fax, rufnummer, tel, mobilnummer, telefax, festnetz
password: passwort, kennwort, passwort hash, pin
gender: geschlecht
nationality: nationalität, staatsangehörigkeit, konfession, religion
marital_status: familienstand
national_id: sozialversicherungsnummer, sv nummer, ausweis, steuer id, steueridentifikationsnummer, steuer identifikationsnummer, sozialversicherungs nr, rentenversicherungsnummer, svnr, ahv nummer, steuernummer, ust id, ust idnr
salary: gehalt, lohn, gehaltsgruppe, tarifgruppe, entgeltgruppe, vergütung, steuerklasse, stundenlohn, stundensatz, wochenstunden, arbeitszeit, urlaubstage
age: alter
education: ausbildung, abschluss, qualifikation
employment_type: beschäftigungsart, vertragsart, anstellungsart, arbeitszeitmodell, mitarbeitertyp, beschäftigungsverhältnis, vollzeit teilzeit, mitarbeitergruppe, beschäftigungsgrad, anstellungsverhältnis, vertragstyp
language: sprache, sprachschlüssel
photo: foto, bild
note: bemerkung, bemerkungen, notiz, hinweis, kommentar, anmerkung, notizen, info
sort_order: sortierung, reihenfolge, sortier, rang
row_number: lfd nr, laufende nummer, zeile, pos, lfdnr, zeilennummer, pos nr
amount: betrag, preis, einzelpreis, mindestbetrag, minimum, tarif, stückpreis, vk preis, ek preis, nettopreis
quantity: menge, anzahl, gewicht
taxable: steuerpflichtig, steuerbar, steuerfrei, umsatzsteuerpflichtig, mwst pflichtig
kind: typ, art, steuerart, steuertyp, klasse, gebührenart, artikelart, mwart, umsatzsteuerart
group: gruppe, leistungsgruppe, artikelgruppe, warengruppe, steuergruppe, buchungsgruppe, kostengruppe, gebührengruppe
category: kategorie, steuerkategorie
direction: richtung, ein aus, verwendung, eingang ausgang, ein ausgang, vorgang
code+tax: stkz, steuerkz, steuerkennzeichen, mwskz, bu schlüssel
`;
