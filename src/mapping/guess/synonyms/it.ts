export const italian = `
staff: dipendente, dipendenti, collaboratore, collaboratori, personale, utente, utenti, persona, lavoratore, impiegato, addetto, operatore
charge: spesa, spese, addebito, voce, voce di costo, servizio, servizi, prestazione, tariffa, articolo, costo, diritti, prodotto, voce di addebito, oneri
tax: iva, imposta, imposte, tassa, aliquota iva, fiscale
manager: responsabile, superiore, capo, supervisore, referente, dirigente
relative: contatto di emergenza, emergenza, coniuge
customer: cliente, clienti
vendor: fornitore, fornitori, vettore
company: azienda, società, ditta, ragione sociale, organizzazione, impresa, piano dei conti
department: reparto, dipartimento, ufficio, settore, area, divisione
branch: filiale, sede, sede di lavoro, unità locale, luogo di lavoro
job_title: mansione, qualifica, ruolo aziendale, posizione, inquadramento, funzione, incarico
role: ruolo, profilo, permessi, licenza
bank: banca, conto corrente
ledger: conto, conti, codice conto, descrizione conto, conto contabile, sottoconto, conto vendite, conto acquisti, contropartita
cost_centre: centro di costo, centri di costo, cdc
currency: valuta, divisa, codice valuta
unit: unità di misura, um, unità, base di calcolo
document: fattura, contratto, documento, rigo, quadro, natura iva
tariff: codice doganale, voce doganale, nomenclatura combinata
work: lavoro, aziendale, ufficio, lavorativa, istituzionale
private: personale, privata, privato
secondary: secondaria, secondario, alternativa, altra, recupero
local: locale, italiano, italiana
english: inglese
short: breve, abbreviata, ridotta
long: estesa, lunga
old: vecchio, precedente
new: nuovo
cost: acquisto, acquisti, costi, credito
sell: vendita, vendite, ricavo, ricavi, debito
filler: di, del, della, dello, dei, delle, il, la, lo, le, gli, i, da, in, per, al, a, e, d, dell, l
email: e mail, email, posta elettronica, indirizzo e mail, indirizzo email, mail, indirizzo di posta, casella email
email+work: email aziendale, email lavoro, mail aziendale, e mail aziendale, posta aziendale
email+private: email personale, mail personale, e mail personale, pec personale
id: id, identificativo, chiave, identificativo univoco, progressivo id
number: numero, n, nr, num
code: codice, cod, sigla, riferimento, abbreviazione
id+staff: matricola, codice dipendente, numero matricola, id dipendente, cod dipendente, numero dipendente, n matricola, codice matricola, codice utente, cod matricola, id utente
login: nome utente, login, utenza, username, account
full_name: nome completo, nominativo, cognome e nome, nome e cognome, cognome nome, nome cognome, nome visualizzato, nome dipendente
given_name: nome proprio, nome di battesimo
family_name: cognome, cognomi
middle_name: secondo nome
salutation: titolo di cortesia, appellativo
name: nome
description: descrizione, denominazione, dicitura, testo, descrizione estesa, descrizione breve, descr, causale, descrizione iva, descrizione servizio
active: attivo, attiva, abilitato, in forza, valido, in uso, abilitata, in servizio, utilizzabile
inactive: inattivo, bloccato, disabilitato, disattivato, sospeso, archiviato, cancellato, cessato, obsoleto, annullato, bloccata, non attivo, dismesso
status: stato, situazione, stato dipendente, stato rapporto
end_date+staff: data cessazione, data di cessazione, data dimissioni, data fine rapporto, data licenziamento, data uscita, cessazione, data fine contratto, fine rapporto, data di uscita
hire_date: data assunzione, data di assunzione, assunzione, data inizio rapporto, data ingresso, anzianità, data di ingresso
birth_date: data di nascita, data nascita, nascita, luogo di nascita, comune di nascita, nato il, nato a
created_at: data creazione, creato, creato il, data inserimento, data di creazione
modified_at: data modifica, ultima modifica, modificato, modificato il, aggiornato, data aggiornamento, ultimo aggiornamento, aggiornato il, data ultima modifica, data di modifica, data ultimo aggiornamento
last_login: ultimo accesso
date: data, ora, giorno, mese, anno
valid_from: valido dal, data inizio, decorrenza, data decorrenza, dal, inizio validità, valida dal, data inizio validità, da data
valid_to: valido al, data fine, scadenza, data scadenza, fine validità, al, valida fino al, fino al, data fine validità, a data
rate: aliquota, percentuale, tasso, aliquota iva, perc iva, percentuale iva, aliq, perc, iva percentuale
value: valore
country: paese, nazione, codice paese, codice nazione, stato estero, codice iso
region: regione, provincia, stato provincia
city: città, comune, località
postcode: cap
address: indirizzo, via, residenza, domicilio
phone: telefono, cellulare, tel, fax, numero di telefono, interno, cell, recapito telefonico
password: password, parola chiave, parola d ordine
gender: sesso, genere
nationality: nazionalità, cittadinanza
marital_status: stato civile
national_id: codice fiscale, cod fiscale, carta d identità, documento identità, passaporto, cf, partita iva
salary: stipendio, retribuzione, livello, paga, ral, retribuzione lorda
age: età
education: titolo di studio, istruzione
employment_type: tipo contratto, contratto, tipo di contratto, tipologia contratto, rapporto di lavoro, orario, tipologia contrattuale, part time
language: lingua
photo: foto, immagine
note: note, nota, osservazioni, commento, annotazioni
sort_order: ordine, ordinamento
row_number: riga, progressivo, n riga
amount: importo, prezzo, prezzo unitario, minimo
quantity: quantità, qta
taxable: imponibile, esente, soggetto a iva, soggetto iva
kind: tipo, tipologia, classe, natura, tipo iva, tipo imposta
group: gruppo, famiglia, sottogruppo
category: categoria
direction: verso, utilizzo, acquisti vendite, vendite acquisti, ambito
hire_date: data inizio collaborazione, inizio collaborazione, inizio rapporto, data inizio rapporto
end_date: data fine collaborazione, fine collaborazione, fine rapporto, data fine rapporto
`;
