/** Lists with Italian headings. Lists marked real have the headings and forms of a public file, with invented personal values. */
export const italian = `
## staff | it | anagrafica dipendenti | invented
Matricola | Cognome | Nome | Codice fiscale | E-mail aziendale | Data assunzione | Data cessazione | Mansione | Stato
0045 | Rossi | Mario | RSSMRA80A01F205X | m.rossi@sped.test | 01/02/2010 |  | Impiegato | In forza
0046 | Bianchi | Giulia | BNCGLI85C41H501Y | g.bianchi@sped.test | 15/09/2014 | 31/12/2022 | Impiegato | Cessato
0047 | D'Angelo | Sara | DNGSRA90D41L219Z | s.dangelo@sped.test | 07/01/2019 |  | Dogana | In forza
0049 | Esposito | Ciro | SPSCRI75E10F839W | c.esposito@sped.test | 10/05/2005 |  | Autista | In forza
= external_id: Matricola
= name: Nome + Cognome
= email_address: E-mail aziendale
= is_active: Stato
map is_active: In forza=true, Cessato=false

## tax-code | it | codici IVA | invented
Cod. IVA | Descrizione | Aliquota % | Natura | Indetraibilità
22 | IVA 22% | 22 |  | 0
10 | IVA 10% | 10 |  | 0
N31 | Non imponibile art. 8 | 0 | N3.1 | 0
E10 | Esente art. 10 | 0 | N4 | 0
= external_id: Cod. IVA
= code: Cod. IVA
= description: Descrizione
= rate: Aliquota %
unit: percent

## charge-code | it | voci di addebito | invented
Codice | Descrizione | Codice IVA | Conto ricavi | Tipo voce
NOL | Nolo marittimo | N31 | 580001 | Nolo
DIR | Diritti doganali | E15 | 580002 | Dogana
RIT | Ritiro merce | 22 | 580003 | Partenza
CON | Consegna | 22 | 580004 | Arrivo
= external_id: Codice
= code: Codice
= description: Descrizione
= charge_type: Tipo voce
~ charge_type: (none)
= tax_code: Codice IVA
map charge_type: Nolo=freight, Partenza=origin, Arrivo=destination

## staff | it | Zucchetti anagrafico | invented
Matricola | Cognome | Nome | Codice Fiscale | Data Assunzione | Data Cessazione | Qualifica | Indirizzo e-mail
0000121 | Rossi | Giulia | RSSGLI80A41F205X | 01/03/2016 |  | Impiegato | g.rossi@ligure.test
0000122 | Bianchi | Marco | BNCMRC75B12D969K | 01/10/2012 | 31/01/2025 | Operaio | m.bianchi@ligure.test
0000130 | Conti | Sara | CNTSRA90C55D969T | 15/07/2021 |  | Impiegato | s.conti@ligure.test
= external_id: Matricola
= name: Nome + Cognome
= email_address: Indirizzo e-mail
= is_active: until Data Cessazione

## charge-code | it | voci di costo | invented
Cod. Voce | Descrizione | Descrizione Inglese | Cod. IVA | Conto ricavo | Annullato
NOL | Nolo marittimo | Ocean freight | N8 | 4100 | N
RIT | Ritiro | Pick up | 22 | 4110 | N
DOG | Operazioni doganali | Customs | 22 | 4120 | S
= external_id: Cod. Voce
= code: Cod. Voce
= description: Descrizione
= tax_code: Cod. IVA
= is_active: not Annullato

## tax-code | it | codici IVA (2) | invented
Codice | Descrizione | Aliquota | Natura | % Indetraibilità | Obsoleto
22 | IVA 22% | 22,00 |  | 0 | N
10 | IVA 10% | 10,00 |  | 0 | N
N8 | Non imponibile art. 8 | 0,00 | N3.1 | 0 | N
21 | IVA 21% | 21,00 |  | 0 | S
= external_id: Codice
= code: Codice
= description: Descrizione
= rate: Aliquota
= is_active: not Obsoleto
unit: percent

## staff | it | airline employees, fiscal code as key | real
codiceFiscale | nome | cognome | dataDiNascita | numeroDiTelefono | dataInizioCollaborazione | dataFineCollaborazione | titoloLavorativo | stipendio
BNCLRA80A41H501U | Lara | Bianchi | 1980-01-01 | 3450000567 | 2020-01-10 | \\N | Pilota | 72000.0
VRDPLA85C20Z123X | Paolo | Verdi | 1985-03-20 | 3460000678 | 2019-05-15 | \\N | Assistenza Clienti | 39000.0
NRENNA91D50C555A | Anna | Neri | 1991-04-10 | 3470000789 | 2018-06-01 | \\N | Assistente di Volo | 60000.0
RSSDVD82F01R789P | Davide | Russo | 1982-06-01 | 3490000901 | 2017-03-20 | 2023-09-30 | Pilota | 72000.0
GLLMRC88G22N902K | Marco | Gallo | 1988-07-22 | 3450000012 | 2022-01-10 | \\N | Pilota | 72000.0
CSTELE87Y59N102O | Elena | Costa | 1987-10-19 | 3460000665 | 2015-04-01 | 2022-10-31 | Assistente di Volo | 60000.0
= external_id: codiceFiscale
= name: nome + cognome
= is_active: until dataFineCollaborazione

## staff | it | school accounts | real
nome | cognome | classe | password
alberto | minelli | 1LSI | prova1
argia | secondi | 1LSI | prova2
= name: nome + cognome

## staff | it | directory without key | real
Nome | Cognome | Reparto | Titolo
Mario | Rosati | IT | Sistemista
Giulia | Bianchini | Risorse Umane | HR Manager
Luca | Verdone | Amministrazione | Impiegato
Anna | Riccio | Direzione | Direttore Generale
= name: Nome + Cognome

## charge-code | it | accounts of an association | real
codice | elenco_puntato | descrizione | riga_bilancio | n_sottovoci
U |  | Uscite |  | 
U.A | A) | Uscite da attività di interesse generale |  | 
U.A.1 | 1) | Materie prime sussidiarie di consumo e di merci | 4 | 
U.A.2 | 2) | Servizi | 5 | 
E.A.1 | 1) | Entrate da quote associative e apporti dei fondatori | 3 | 
= external_id: codice
= code: codice
= description: descrizione

## staff | it | night shift | real
Nome | Cognome | Notte
Giuseppe | Bertuccio | Si
Pantaleone | Carità | No
Giacomo | De Rosso | No
Paolo | Ficchi | Si
= name: Nome + Cognome
`;
