/**
 * Exports of jobs with their costs and of creditor invoices, as freight and accounting systems write them,
 * with answers written before Lading read them. `by` names the key. `=` names the column of a field. `?` is a
 * field for which no column is certain, so a draft must ask. `*` marks fields of elements.
 */
export const documents = `
## job | en | job costing grid of CargoWise | repeated
Job Number | Job Type | Job Operator | Charge Code | Charge Description | Creditor | Cost Currency | Cost OS Amount | Cost GST Amount | Cost OS Total | Local Cost Amount | Local Cost GST | Local Cost Total | Cost Tax Code | Sell Amount | Line PK | Last Edit Time
S00001234 | SHP | JSM | FRT | Ocean freight | MAEAUSSYD | USD | 1840.00 | 0.00 | 1840.00 | 2760.00 | 0.00 | 2760.00 | FREE | 3100.00 | 7d1f-01 | 2026-03-02 10:15
S00001234 | SHP | JSM | DOC | Documentation | DOCAGESYD | AUD | 75.00 | 7.50 | 82.50 | 75.00 | 7.50 | 82.50 | GST | 95.00 | 7d1f-02 | 2026-03-02 10:15
S00001235 | SHP | KPL | FRT | Ocean freight | HAPAUSSYD | USD | 900.00 | 0.00 | 900.00 | 1350.00 | 0.00 | 1350.00 | FREE | 1500.00 | 7d1f-03 | 2026-03-03 08:00
C00000777 | CON | KPL | FRT | Ocean freight | MAEAUSSYD | USD | 4000.00 | 0.00 | 4000.00 | 6000.00 | 0.00 | 6000.00 | FREE | 0.00 | 7d1f-04 | 2026-03-03 09:30
C00000777 | CON | KPL | THC | Terminal handling | PATTERSYD | AUD | 320.00 | 32.00 | 352.00 | 320.00 | 32.00 | 352.00 | GST | 0.00 | 7d1f-05 | 2026-03-03 09:30
by: Job Number
= external_id: Job Number
= number: Job Number
= job_type: Job Type
= operator: Job Operator
= updated_at: Last Edit Time
= external_id*: Line PK
= creditor*: Creditor
= charge_code*: Charge Code
= description*: Charge Description
= tax_code*: Cost Tax Code
= overseas_amount.currency*: Cost Currency
= overseas_amount.pre_tax*: Cost OS Amount
= overseas_amount.tax*: Cost GST Amount
= overseas_amount.total*: Cost OS Total
= local_amount.pre_tax*: Local Cost Amount
= local_amount.tax*: Local Cost GST
= local_amount.total*: Local Cost Total
? local_amount.currency*

## job | de | Positionsliste mit Eingangskosten | blank
Position | Art | Sachbearbeiter | Geändert am | Lfd. Nr. | Kreditor | Leistungsart | Bezeichnung | Währung | Netto | MwSt | Brutto | Steuerschlüssel
240017 | SEE | HM | 02.03.2026 10:15 | 1 | 70012 | FRA | Seefracht | EUR | 1.840,00 | 0,00 | 1.840,00 | V0
 | | | | 2 | 70044 | DOK | Dokumente | EUR | 75,10 | 14,27 | 89,37 | V9
240018 | LUFT | AB | 03.03.2026 09:00 | 1 | 70100 | LFR | Luftfracht | EUR | 410,50 | 78,00 | 488,50 | V9
 | | | | 2 | 70044 | DOK | Dokumente | EUR | 20,00 | 3,80 | 23,80 | V9
 | | | | 3 | 70051 | ZOL | Verzollung | EUR | 60,00 | 11,40 | 71,40 | V9
by: Position
= external_id: Position
= number: Position
? job_type
= operator: Sachbearbeiter
= updated_at: Geändert am
= external_id*: Position + Lfd. Nr.
= creditor*: Kreditor
= charge_code*: Leistungsart
= description*: Bezeichnung
= tax_code*: Steuerschlüssel
= overseas_amount.currency*: Währung
= overseas_amount.pre_tax*: Netto
= overseas_amount.tax*: MwSt
= overseas_amount.total*: Brutto
= local_amount.currency*: (none)
= local_amount.pre_tax*: (none)
= local_amount.total*: (none)

## job | en | Rows of types with a key | typed
Rec | File No | Mode | MBL | Containers | Handler | Changed | Seq | Vendor Code | Cost Code | Curr | Net Amount | Tax Amount | Gross Amount
J | F-100 | SEA | MAEU123456 | MSCU1234567;MSCU7654321 | jd | 2026-02-01T10:00:00Z | | | | | | |
C | F-100 | | | | | | 1 | MAERSK | OFR | USD | 1,200.00 | 0.00 | 1,200.00
C | F-100 | | | | | | 2 | TERMCO | THC | USD | 250.00 | 50.00 | 300.00
J | F-101 | AIR | 160-12345675 | | kw | 2026-02-02T10:00:00Z | | | | | | |
C | F-101 | | | | | | 1 | CATHAY | AFR | USD | 640.40 | 0.00 | 640.40
by: File No
= external_id: File No
= number: File No
? job_type
= operator: Handler
= updated_at: Changed
= waybills*: MBL
= container_numbers*: Containers
= external_id*: File No + Seq
= creditor*: Vendor Code
= charge_code*: Cost Code
? tax_code*
= overseas_amount.currency*: Curr
= overseas_amount.pre_tax*: Net Amount
= overseas_amount.tax*: Tax Amount
= overseas_amount.total*: Gross Amount
= local_amount.currency*: (none)
= local_amount.pre_tax*: (none)
= local_amount.total*: (none)

## job | fr | Dossiers et frais, extraction nocturne | repeated
N° dossier | Type dossier | Transitaire responsable | Code fournisseur | Code rubrique | Libellé rubrique | Devise | Montant HT | Montant TVA | Montant TTC | Code TVA | Date modification
D2600451 | MARITIME | durand | F00231 | FRET | Fret maritime | USD | 1 840,00 | 0,00 | 1 840,00 | EXO | 28/02/2026 17:05
D2600451 | MARITIME | durand | F00480 | DOUA | Dédouanement | EUR | 85,00 | 17,00 | 102,00 | N20 | 28/02/2026 17:05
D2600452 | AERIEN | lefevre | F00112 | FRET | Fret aérien | EUR | 410,50 | 0,00 | 410,50 | EXO | 27/02/2026 09:40
D2600452 | AERIEN | lefevre | F00480 | DOUA | Dédouanement | EUR | 120,00 | 24,00 | 144,00 | N20 | 27/02/2026 09:40
by: N° dossier
= external_id: N° dossier
= number: N° dossier
? job_type
= updated_at: Date modification
? external_id*
= creditor*: Code fournisseur
= charge_code*: Code rubrique
= description*: Libellé rubrique
= tax_code*: Code TVA
= overseas_amount.currency*: Devise
= overseas_amount.pre_tax*: Montant HT
= overseas_amount.tax*: Montant TVA
= overseas_amount.total*: Montant TTC
= local_amount.currency*: (none)
= local_amount.pre_tax*: (none)
= local_amount.total*: (none)

## job | es | Expedientes con gastos previstos | repeated
Expediente | Tipo | Operador | Proveedor | Concepto | Descripción | Moneda | Importe | Tipo de cambio | Importe EUR
EXP-26-0001 | IMP | mlopez | PR0012 | FLT | Flete marítimo | USD | 1840,00 | 0,92 | 1692,80
EXP-26-0001 | IMP | mlopez | PR0040 | THC | Manipulación | EUR | 210,00 | 1,00 | 210,00
EXP-26-0002 | EXP | jgarcia | PR0012 | FLT | Flete marítimo | USD | 920,00 | 0,92 | 846,40
EXP-26-0002 | EXP | jgarcia | PR0077 | DES | Despacho | EUR | 95,00 | 1,00 | 95,00
by: Expediente
= external_id: Expediente
= number: Expediente
? job_type
= operator: Operador
? external_id*
= creditor*: Proveedor
= charge_code*: Concepto
= description*: Descripción
? tax_code*
= overseas_amount.currency*: Moneda
= overseas_amount.pre_tax*: Importe
= local_amount.pre_tax*: Importe EUR

## job | en | Nested costs in JSON | numbered
id | ref | kind | operator.code | modified | costs.1.id | costs.1.vendor.code | costs.1.charge.code | costs.1.currency | costs.1.net | costs.1.tax | costs.1.gross | costs.2.id | costs.2.vendor.code | costs.2.charge.code | costs.2.currency | costs.2.net | costs.2.tax | costs.2.gross
9001 | SHP-1 | shipment | u17 | 2026-02-01T10:00:00Z | 551 | OCE | FRT | USD | 10.50 | 0.00 | 10.50 | 552 | TRM | THC | USD | 20.00 | 2.00 | 22.00
9002 | SHP-2 | shipment | u18 | 2026-02-01T11:00:00Z | 553 | OCE | FRT | USD | 30.25 | 0.00 | 30.25 | | | | | | |
9003 | CON-3 | consol | u17 | 2026-02-02T10:00:00Z | 554 | AIR | AFR | USD | 5.00 | 0.00 | 5.00 | 555 | TRM | THC | USD | 7.00 | 0.70 | 7.70
= external_id: id
= job_type: kind
= operator: operator.code
= updated_at: modified
= external_id*: costs.{n}.id
= creditor*: costs.{n}.vendor.code
= charge_code*: costs.{n}.charge.code
? tax_code*
= overseas_amount.currency*: costs.{n}.currency
= overseas_amount.pre_tax*: costs.{n}.net
= overseas_amount.tax*: costs.{n}.tax
= overseas_amount.total*: costs.{n}.gross
= local_amount.currency*: (none)
= local_amount.pre_tax*: (none)
= local_amount.total*: (none)

## job | en | XML of a shipment system | numbered
@Key | ShipmentType | LastModified | Charges.Charge.@ID | Charges.Charge.ChargeCode | Charges.Charge.Creditor | Charges.Charge.CostAmount | Charges.Charge.CostCurrency | Charges.Charge.2.@ID | Charges.Charge.2.ChargeCode | Charges.Charge.2.Creditor | Charges.Charge.2.CostAmount | Charges.Charge.2.CostCurrency
S0001 | FCL | 2026-02-01T10:00:00+01:00 | 1 | FRT | MSC | 1200.00 | USD | 2 | DOC | DOCCO | 35.00 | USD
S0002 | LCL | 2026-02-02T10:00:00+01:00 | 3 | FRT | ONE | 640.50 | USD | | | | |
S0003 | FCL | 2026-02-03T10:00:00+01:00 | 4 | FRT | MSC | 990.00 | USD | 5 | THC | TERM | 210.00 | USD
= external_id: @Key
? job_type
= updated_at: LastModified
= external_id*: Charges.Charge.{n}.@ID
= creditor*: Charges.Charge.{n}.Creditor
= charge_code*: Charges.Charge.{n}.ChargeCode
? tax_code*
= overseas_amount.currency*: Charges.Charge.{n}.CostCurrency
? overseas_amount.pre_tax*
? overseas_amount.total*
? local_amount.currency*
? local_amount.pre_tax*
? local_amount.total*

## job | it | Pratiche con costi in colonne numerate | numbered
Pratica | Tipo | Operatore | Ultima modifica | Costo 1 Voce | Costo 1 Fornitore | Costo 1 Importo | Costo 1 Valuta | Costo 2 Voce | Costo 2 Fornitore | Costo 2 Importo | Costo 2 Valuta
P26/001 | MARE | rossi | 01/02/2026 10:00 | NOL | F001 | 1840,00 | USD | DOG | F002 | 85,00 | EUR
P26/002 | AEREO | bianchi | 13/02/2026 11:30 | NOL | F003 | 410,50 | EUR | | | |
P26/003 | MARE | rossi | 14/02/2026 08:10 | NOL | F001 | 920,00 | USD | TRA | F004 | 150,00 | EUR
= external_id: Pratica
= number: Pratica
? job_type
= operator: Operatore
= updated_at: Ultima modifica
? external_id*
= creditor*: Costo {n} Fornitore
= charge_code*: Costo {n} Voce
? tax_code*
= overseas_amount.currency*: Costo {n} Valuta
? overseas_amount.pre_tax*
? overseas_amount.total*
? local_amount.currency*
? local_amount.pre_tax*
? local_amount.total*

## job | pt | Processos e custos | repeated
Nº Processo | Modal | Analista | Fornecedor | Cód. Taxa | Taxa | Moeda | Valor | Valor R$ | Venc.
IM0001/26 | MAR | carla | MSC | 101 | Frete internacional | USD | 1.840,00 | 9.200,00 | 2026-04-01
IM0001/26 | MAR | carla | SANTOS | 120 | Capatazia | BRL | 650,00 | 650,00 | 2026-04-05
IA0002/26 | AER | paulo | LATAM | 102 | Frete aéreo | USD | 410,50 | 2.052,50 | 2026-04-02
IA0002/26 | AER | paulo | INFRA | 130 | Armazenagem | BRL | 300,00 | 300,00 | 2026-04-09
by: Nº Processo
= external_id: Nº Processo
= number: Nº Processo
? job_type
= operator: Analista
? external_id*
= creditor*: Fornecedor
= charge_code*: Cód. Taxa
= description*: Taxa
? tax_code*
= overseas_amount.currency*: Moeda
= overseas_amount.pre_tax*: Valor
= local_amount.pre_tax*: Valor R$

## job | pl | Zlecenia spedycyjne z kosztami | repeated
Nr zlecenia | Rodzaj | Spedytor | Dostawca | Kod usługi | Waluta | Netto | VAT | Brutto | Kod VAT | Data modyfikacji
ZL/0001/26 | MORSKI | nowak | K0012 | FRACHT | USD | 1840,00 | 0,00 | 1840,00 | NP | 2026-02-28 17:05
ZL/0001/26 | MORSKI | nowak | K0044 | ODPR | PLN | 200,00 | 46,00 | 246,00 | 23 | 2026-02-28 17:05
ZL/0002/26 | LOTN | kowal | K0051 | FRACHT | EUR | 410,50 | 0,00 | 410,50 | NP | 2026-03-01 08:12
ZL/0002/26 | LOTN | kowal | K0044 | ODPR | PLN | 150,00 | 34,50 | 184,50 | 23 | 2026-03-01 08:12
by: Nr zlecenia
= external_id: Nr zlecenia
= number: Nr zlecenia
? job_type
= operator: Spedytor
= updated_at: Data modyfikacji
? external_id*
= creditor*: Dostawca
= charge_code*: Kod usługi
= tax_code*: Kod VAT
= overseas_amount.currency*: Waluta
= overseas_amount.pre_tax*: Netto
= overseas_amount.tax*: VAT
= overseas_amount.total*: Brutto
= local_amount.currency*: (none)
= local_amount.pre_tax*: (none)
= local_amount.total*: (none)

## payables-invoice | en | purchase ledger lines with invoice totals | repeated
Invoice Key | Status | Supplier Code | Supplier Invoice No | Invoice Date | Due Date | Currency | Invoice Net | Invoice VAT | Invoice Gross | Line No | Job Number | Charge Code | VAT Code | VAT Rate | Line Net | Line VAT | Line Gross
AP001 | Posted | OCELIN | 00884/26 | 24/02/2026 | 26/03/2026 | GBP | 1840.00 | 0.00 | 1840.00 | 1 | S41871 | 1011 | Z | 0 | 1840.00 | 0.00 | 1840.00
AP002 | Unposted | DOVER | DS-7731 | 26/02/2026 | 28/03/2026 | GBP | 87.10 | 17.42 | 104.52 | 1 | S41871 | 1030 | S | 20 | 75.10 | 15.02 | 90.12
AP002 | Unposted | DOVER | DS-7731 | 26/02/2026 | 28/03/2026 | GBP | 87.10 | 17.42 | 104.52 | 2 | S41902 | 1030 | S | 20 | 12.00 | 2.40 | 14.40
AP003 | Posted | HARSH | CN-118 | 27/02/2026 | 29/03/2026 | GBP | -310.00 | 0.00 | -310.00 | 1 | C7712 | 1011 | Z | 0 | -310.00 | 0.00 | -310.00
by: Invoice Key
= external_id: Invoice Key
= status: Status
= creditor: Supplier Code
= invoice_number: Supplier Invoice No
= invoice_date: Invoice Date
= due_date: Due Date
= overseas_amount.currency: Currency
= overseas_amount.pre_tax: Invoice Net
= overseas_amount.tax: Invoice VAT
= overseas_amount.total: Invoice Gross
? local_amount.pre_tax
= external_id*: Invoice Key + Line No
= job*: Job Number
= charge_code*: Charge Code
= tax_code*: VAT Code
= tax_rate*: VAT Rate
= overseas_amount.currency*: Currency
= overseas_amount.pre_tax*: Line Net
= overseas_amount.tax*: Line VAT
= overseas_amount.total*: Line Gross

## payables-invoice | de | Eingangsrechnungen mit Positionen | blank
Belegnummer | Status | Kreditor | Rechnungsnummer | Rechnungsdatum | Fällig am | Währung | Gesamt netto | Gesamt MwSt | Gesamt brutto | Zeile | Auftrag | Leistungsart | Steuerschlüssel | Netto | MwSt | Brutto
ER2601 | gebucht | 70012 | 884/26 | 24.02.2026 | 26.03.2026 | EUR | 1.915,10 | 14,27 | 1.929,37 | 1 | 240017 | FRA | V0 | 1.840,00 | 0,00 | 1.840,00
 | | | | | | | | | | 2 | 240017 | DOK | V9 | 75,10 | 14,27 | 89,37
ER2602 | offen | 70044 | R-17 | 25.02.2026 | 27.03.2026 | EUR | 70,00 | 13,30 | 83,30 | 1 | 240018 | DOK | V9 | 20,00 | 3,80 | 23,80
 | | | | | | | | | | 2 | 240019 | DOK | V9 | 50,00 | 9,50 | 59,50
by: Belegnummer
= external_id: Belegnummer
= status: Status
= creditor: Kreditor
= invoice_number: Rechnungsnummer
= invoice_date: Rechnungsdatum
= due_date: Fällig am
= overseas_amount.pre_tax: Gesamt netto
= overseas_amount.tax: Gesamt MwSt
= overseas_amount.total: Gesamt brutto
= external_id*: Belegnummer + Zeile
= job*: Auftrag
= charge_code*: Leistungsart
= tax_code*: Steuerschlüssel
= overseas_amount.pre_tax*: Netto
= overseas_amount.tax*: MwSt
= overseas_amount.total*: Brutto

## payables-invoice | en | bills of NetSuite, one row a line | repeated
External ID | Vendor | Reference No. | Date | Due Date | Currency | Approval Status | Line ID | Item | Job | Amount | Tax Code | Tax Amt | Gross Amt
B-1001 | V100 Ocean Line | INV-77 | 2/24/2026 | 3/26/2026 | USD | Approved | 1 | FRT | S41871 | 1200.00 | VAT:Z | 0.00 | 1200.00
B-1001 | V100 Ocean Line | INV-77 | 2/24/2026 | 3/26/2026 | USD | Approved | 2 | DOC | S41871 | 50.00 | VAT:S | 10.00 | 60.00
B-1002 | V200 Terminal Co | 55-19 | 2/25/2026 | 3/27/2026 | USD | Pending | 1 | THC | S41902 | 200.00 | VAT:S | 40.00 | 240.00
B-1002 | V200 Terminal Co | 55-19 | 2/25/2026 | 3/27/2026 | USD | Pending | 2 | WHF | S41903 | 30.00 | VAT:S | 6.00 | 36.00
by: External ID
= external_id: External ID
= status: Approval Status
= creditor: Vendor
= due_date: Due Date
= external_id*: External ID + Line ID
= job*: Job
= tax_code*: Tax Code
? overseas_amount.pre_tax
? overseas_amount.total
= overseas_amount.pre_tax*: Amount
= overseas_amount.tax*: Tax Amt
= overseas_amount.total*: Gross Amt
= invoice_number: Reference No.
= invoice_date: Date
= charge_code*: Item

## payables-invoice | fr | Factures fournisseurs, lignes | repeated
Réf. facture | Statut | Code fournisseur | N° facture fournisseur | Date facture | Échéance | Devise | Total HT | Total TVA | Total TTC | N° ligne | Dossier | Code rubrique | Code TVA | HT | TVA | TTC
FF-1 | Comptabilisée | F00231 | 26-0884 | 24/02/2026 | 26/03/2026 | EUR | 1 925,00 | 17,00 | 1 942,00 | 1 | D2600451 | FRET | EXO | 1 840,00 | 0,00 | 1 840,00
FF-1 | Comptabilisée | F00231 | 26-0884 | 24/02/2026 | 26/03/2026 | EUR | 1 925,00 | 17,00 | 1 942,00 | 2 | D2600451 | DOUA | N20 | 85,00 | 17,00 | 102,00
FF-2 | Brouillon | F00480 | A77 | 25/02/2026 | 27/03/2026 | EUR | 120,00 | 24,00 | 144,00 | 1 | D2600452 | DOUA | N20 | 120,00 | 24,00 | 144,00
by: Réf. facture
= external_id: Réf. facture
= status: Statut
= creditor: Code fournisseur
= invoice_number: N° facture fournisseur
= invoice_date: Date facture
= due_date: Échéance
= overseas_amount.pre_tax: Total HT
= overseas_amount.tax: Total TVA
= overseas_amount.total: Total TTC
= external_id*: Réf. facture + N° ligne
= job*: Dossier
= charge_code*: Code rubrique
= tax_code*: Code TVA
= overseas_amount.pre_tax*: HT
= overseas_amount.tax*: TVA
= overseas_amount.total*: TTC

## payables-invoice | en | H and L rows with a key | typed
Row | Voucher | Vendor No | Vendor Invoice | Inv Date | Pay By | Posted | Ccy | Total | Seq | Shipment | Charge | Amount
H | 5001 | V17 | 99812 | 20260224 | 20260326 | Y | EUR | 1250.00 | | | |
L | 5001 | | | | | | | | 1 | S1001 | FRT | 1200.00
L | 5001 | | | | | | | | 2 | S1001 | DOC | 50.00
H | 5002 | V21 | A-17 | 20260225 | 20260327 | N | EUR | 230.00 | | | |
L | 5002 | | | | | | | | 1 | S1002 | THC | 200.00
L | 5002 | | | | | | | | 2 | S1003 | WHF | 30.00
by: Voucher
= external_id: Voucher
= creditor: Vendor No
= invoice_number: Vendor Invoice
= invoice_date: Inv Date
= due_date: Pay By
? status
= external_id*: Voucher + Seq
= job*: Shipment
= charge_code*: Charge
? tax_code*
? overseas_amount.pre_tax*

## payables-invoice | es | Facturas de proveedor con líneas | repeated
Id factura | Estado | Proveedor | Nº factura proveedor | Fecha factura | Vencimiento | Moneda | Línea | Expediente | Concepto | Base | IVA | Total línea | Tipo IVA
101 | Contabilizada | PR0012 | F-26/88 | 24/02/2026 | 26/03/2026 | EUR | 1 | EXP-26-0001 | FLT | 1840,00 | 0,00 | 1840,00 | EX
101 | Contabilizada | PR0012 | F-26/88 | 24/02/2026 | 26/03/2026 | EUR | 2 | EXP-26-0001 | THC | 100,00 | 21,00 | 121,00 | G21
102 | Borrador | PR0040 | 7781 | 25/02/2026 | 27/03/2026 | EUR | 1 | EXP-26-0002 | DES | 95,00 | 19,95 | 114,95 | G21
by: Id factura
= external_id: Id factura
= status: Estado
= creditor: Proveedor
= invoice_number: Nº factura proveedor
= invoice_date: Fecha factura
= due_date: Vencimiento
? overseas_amount.pre_tax
? overseas_amount.total
= external_id*: Id factura + Línea
= job*: Expediente
= charge_code*: Concepto
= overseas_amount.pre_tax*: Base
= overseas_amount.tax*: IVA
= overseas_amount.total*: Total línea
= tax_code*: Tipo IVA

## payables-invoice | en | bills as nested JSON | numbered
billId | vendor.code | billNumber | billDate | dueDate | state | currency | net | tax | total | lines.1.id | lines.1.shipment | lines.1.chargeCode | lines.1.net | lines.1.tax | lines.1.total | lines.2.id | lines.2.shipment | lines.2.chargeCode | lines.2.net | lines.2.tax | lines.2.total
801 | OCE | 884 | 2026-02-24 | 2026-03-26 | posted | EUR | 110.00 | 20.00 | 130.00 | 1 | S1 | FRT | 100.00 | 20.00 | 120.00 | 2 | S2 | DOC | 10.00 | 0.00 | 10.00
802 | TRM | 17-A | 2026-02-25 | 2026-03-27 | draft | EUR | 50.00 | 10.00 | 60.00 | 3 | S2 | THC | 50.00 | 10.00 | 60.00 | | | | | |
= external_id: billId
= status: state
= creditor: vendor.code
= invoice_number: billNumber
= invoice_date: billDate
= due_date: dueDate
= overseas_amount.currency: currency
= overseas_amount.pre_tax: net
= overseas_amount.tax: tax
= overseas_amount.total: total
= external_id*: lines.{n}.id
= job*: lines.{n}.shipment
= charge_code*: lines.{n}.chargeCode
= overseas_amount.currency*: currency
= overseas_amount.pre_tax*: lines.{n}.net
= overseas_amount.tax*: lines.{n}.tax
= overseas_amount.total*: lines.{n}.total

## payables-invoice | nl | Inkoopfacturen met regels | repeated
Boekstuk | Status | Crediteur | Factuurnummer | Factuurdatum | Vervaldatum | Valuta | Regel | Dossiernummer | Kostensoort | Btw-code | Bedrag excl. | Btw | Bedrag incl.
26001 | Geboekt | 1600 | F-884 | 24-02-2026 | 26-03-2026 | EUR | 1 | D-501 | VRA | 0 | 1840,00 | 0,00 | 1840,00
26001 | Geboekt | 1600 | F-884 | 24-02-2026 | 26-03-2026 | EUR | 2 | D-501 | DOC | 21 | 100,00 | 21,00 | 121,00
26002 | Concept | 1644 | 17 | 25-02-2026 | 27-03-2026 | EUR | 1 | D-502 | DOU | 21 | 95,00 | 19,95 | 114,95
by: Boekstuk
= external_id: Boekstuk
= status: Status
= creditor: Crediteur
= invoice_number: Factuurnummer
= invoice_date: Factuurdatum
= due_date: Vervaldatum
= external_id*: Boekstuk + Regel
= job*: Dossiernummer
= charge_code*: Kostensoort
= tax_code*: Btw-code
= overseas_amount.pre_tax*: Bedrag excl.
= overseas_amount.tax*: Btw
= overseas_amount.total*: Bedrag incl.

## payables-invoice | en | no id but creditor and number | repeated
Vendor Code | Invoice Number | Invoice Date | Terms | Currency | Job No | Charge Code | Tax Code | Net Amount | VAT Amount | Gross Amount
MAERSK | 884 | 2026-02-24 | 30 | EUR | S41871 | FRT | Z | 1840.00 | 0.00 | 1840.00
MAERSK | 884 | 2026-02-24 | 30 | EUR | S41872 | DOC | S | 75.00 | 15.00 | 90.00
DOVER | 884 | 2026-02-26 | 14 | EUR | S41871 | THC | S | 12.00 | 2.40 | 14.40
DOVER | 901 | 2026-02-27 | 14 | EUR | S41873 | THC | S | 20.00 | 4.00 | 24.00
DOVER | 901 | 2026-02-27 | 14 | EUR | S41874 | WHF | S | 5.00 | 1.00 | 6.00
by: Vendor Code, Invoice Number
? external_id
? status
= creditor: Vendor Code
= invoice_number: Invoice Number
= invoice_date: Invoice Date
? external_id*
= job*: Job No
= charge_code*: Charge Code
= tax_code*: Tax Code
= overseas_amount.currency*: Currency
= overseas_amount.pre_tax*: Net Amount
= overseas_amount.tax*: VAT Amount
= overseas_amount.total*: Gross Amount

## payables-invoice | en | bills of Xero, whose template serves sales too | repeated | asked
*ContactName | EmailAddress | *InvoiceNumber | *InvoiceDate | *DueDate | Total | *Description | *Quantity | *UnitAmount | *AccountCode | *TaxType | Currency
Ocean Line | | 884 | 24/02/2026 | 26/03/2026 | | Ocean freight | 1 | 1840.00 | 310 | Zero Rated Expenses | GBP
Ocean Line | | 884 | 24/02/2026 | 26/03/2026 | | Documentation | 1 | 75.00 | 310 | 20% (VAT on Expenses) | GBP
Dover Terminal | | DS-1 | 25/02/2026 | 27/03/2026 | | Handling | 2 | 12.00 | 315 | 20% (VAT on Expenses) | GBP

## payables-invoice | es | Facturas con totales, líneas sin total | repeated
Num Factura | Proveedor | Nombre proveedor | Fecha factura | Vencimiento | Moneda | Base total | IVA total | Total | Expediente | Concepto | Importe | IVA
F-2026-0091 | P0012 | Transportes Ruiz SL | 03/10/2026 | 02/11/2026 | EUR | 350,00 | 73,50 | 423,50 | EXP-1001 | FLE | 300,00 | 63,00
F-2026-0091 | P0012 | Transportes Ruiz SL | 03/10/2026 | 02/11/2026 | EUR | 350,00 | 73,50 | 423,50 | EXP-1002 | MAN | 50,00 | 10,50
A/774 | P0044 | Puerto Servicios SA | 14/10/2026 | 13/11/2026 | EUR | 1.200,00 | 252,00 | 1.452,00 | EXP-1003 | THC | 1.200,00 | 252,00
A/775 | P0044 | Puerto Servicios SA | 15/10/2026 | 14/11/2026 | EUR | 80,00 | 0,00 | 80,00 | EXP-1001 | DOC | 80,00 | 0,00
by: Proveedor, Num Factura
? external_id
? status
= creditor: Proveedor
= invoice_number: Num Factura
= invoice_date: Fecha factura
= due_date: Vencimiento
= overseas_amount.pre_tax: Base total
= overseas_amount.tax: IVA total
= overseas_amount.total: Total
? overseas_amount.pre_tax*
= overseas_amount.tax*: IVA
? overseas_amount.total*

## job | en | shipments with what their goods are | repeated
Shipment No | Goods Description | Tax Code | Charge Code | Vendor Code | Currency | Net | VAT | Gross | Accrual Ref
S1 | Machine parts | T0 | FRT | V1 | EUR | 100.00 | 0.00 | 100.00 | A1
S1 | Machine parts | T0 | DOC | V2 | EUR | 10.00 | 0.00 | 10.00 | A2
S2 | Textiles | T1 | FRT | V1 | EUR | 200.00 | 40.00 | 240.00 | A3
S2 | Textiles | T1 | THC | V3 | EUR | 20.00 | 4.00 | 24.00 | A4
S3 | Toys | T0 | FRT | V1 | USD | 300.00 | 0.00 | 300.00 | A5
by: Shipment No
= external_id: Shipment No
= number: Shipment No
= external_id*: Accrual Ref
= creditor*: Vendor Code
= charge_code*: Charge Code
= tax_code*: Tax Code
? description*
= overseas_amount.pre_tax*: Net
= overseas_amount.tax*: VAT
= overseas_amount.total*: Gross

## payables-invoice | en | posting date alone | repeated
Doc No | Vendor | Vendor Inv No | Posting Date | Received Date | Curr | Line No | Job No | Charge Code | Net | VAT | Gross
D1 | V1 | 884 | 2026-02-28 | 2026-02-26 | EUR | 1 | J1 | FRT | 1840.00 | 0.00 | 1840.00
D1 | V1 | 884 | 2026-02-28 | 2026-02-26 | EUR | 2 | J2 | DOC | 75.00 | 15.00 | 90.00
D2 | V2 | 17 | 2026-02-28 | 2026-02-27 | EUR | 1 | J2 | THC | 20.00 | 4.00 | 24.00
? external_id
= creditor: Vendor
= invoice_number: Vendor Inv No
? invoice_date
? due_date
? status
? overseas_amount.total
= external_id*: Vendor + Vendor Inv No + Line No
= job*: Job No
= charge_code*: Charge Code
? tax_code*
= overseas_amount.pre_tax*: Net
= overseas_amount.tax*: VAT
= overseas_amount.total*: Gross

## payables-invoice | en | debit and credit notes, agent and carrier | repeated | asked
Document ID | Document Type | Creditor | Carrier | Agent | Reference | Issue Date | Due Date | Line | Shipment Ref | Charge Type | Charge Code | Amount | Tax | Total | Currency | State
X1 | INV | AG01 | MSC | AGNY | 884 | 2026-02-24 | 2026-03-26 | 1 | S1 | F | FRT | 1840.00 | 0.00 | 1840.00 | USD | Posted
X1 | INV | AG01 | MSC | AGNY | 884 | 2026-02-24 | 2026-03-26 | 2 | S1 | H | THC | 100.00 | 10.00 | 110.00 | USD | Posted
X2 | CRN | AG02 | HAP | AGLA | 17 | 2026-02-25 | 2026-03-27 | 1 | S2 | H | THC | 50.00 | 5.00 | 55.00 | USD | Posted
= external_id: Document ID
= status: State
= creditor: Creditor
= invoice_number: Reference
= invoice_date: Issue Date
= due_date: Due Date
= external_id*: Document ID + Line
= job*: Shipment Ref
= charge_code*: Charge Code
? tax_code*
? overseas_amount.total
= overseas_amount.pre_tax*: Amount
= overseas_amount.tax*: Tax
= overseas_amount.total*: Total

## job | en | costs that name no creditor, beside the carrier of the job | repeated | asked
Job No | Salesperson | Carrier | Gross Weight | Net Weight | Charge Code | Cost Centre | Cost Amount | Currency
J1 | ann | MSC | 1200.50 | 1100.25 | FRT | CC1 | 1840.00 | USD
J1 | ann | MSC | 1200.50 | 1100.25 | DOC | CC1 | 50.00 | USD
J2 | bob | HAP | 900.00 | 850.75 | FRT | CC2 | 900.00 | USD
J2 | bob | HAP | 900.00 | 850.75 | THC | CC1 | 210.00 | USD
? operator
? creditor*
= charge_code*: Charge Code
? overseas_amount.pre_tax*
? overseas_amount.total*

## job | it | Partita IVA e centro di costo | repeated
Pratica | Data pratica | Fornitore | Partita IVA | Centro di costo | Codice voce | Descrizione | Importo netto | Valuta
P1 | 24/02/2026 | F01 | 01234567890 | CC10 | NOLO | Nolo | 1840,00 | EUR
P1 | 24/02/2026 | F02 | 09876543210 | CC10 | DOC | Documenti | 50,00 | EUR
P2 | 25/02/2026 | F01 | 01234567890 | CC20 | NOLO | Nolo | 900,00 | EUR
P2 | 25/02/2026 | F03 | 05555555555 | CC20 | DOG | Dogana | 100,00 | EUR
= external_id: Pratica
= creditor*: Fornitore
= charge_code*: Codice voce
= description*: Descrizione
? tax_code*
= overseas_amount.pre_tax*: Importo netto
? overseas_amount.tax*
? overseas_amount.total*

## job | en | supplier tax number beside the cost | repeated
Job Number | Entered By | Supplier Code | Supplier VAT No | Charge Code | Net Cost | VAT | Currency | Approved By
J1 | ann | S1 | GB123456789 | FRT | 1840.00 | 0.00 | GBP | joe
J1 | ann | S2 | GB987654321 | DOC | 50.00 | 20.00 | GBP | sue
J2 | bob | S1 | GB123456789 | FRT | 900.00 | 0.00 | GBP | joe
J2 | bob | S3 | GB555555555 | THC | 210.00 | 20.00 | GBP | sue
= external_id: Job Number
? operator
? operator*
= creditor*: Supplier Code
= charge_code*: Charge Code
? tax_code*
= overseas_amount.pre_tax*: Net Cost
? overseas_amount.tax*
? overseas_amount.total*

## payables-invoice | en | a line id and no id of the invoice | repeated | asked
Transaction Line ID | Supplier | Invoice Number | Received Date | Payment Status | Due Date | Job Number | Charge Code | Tax Code | Net | VAT | Gross | Currency
T1 | S1 | 884 | 2026-02-26 | Open | 2026-03-26 | J1 | FRT | Z | 1840.00 | 0.00 | 1840.00 | EUR
T2 | S1 | 884 | 2026-02-26 | Open | 2026-03-26 | J2 | DOC | S | 75.00 | 15.00 | 90.00 | EUR
T3 | S2 | 17 | 2026-02-27 | Paid | 2026-03-27 | J2 | THC | S | 20.00 | 4.00 | 24.00 | EUR
T4 | S2 | 18 | 2026-02-27 | Open | 2026-03-27 | J3 | THC | S | 30.00 | 6.00 | 36.00 | EUR
? external_id
? status
= creditor: Supplier
= invoice_number: Invoice Number
? invoice_date
= due_date: Due Date
= external_id*: Transaction Line ID
= job*: Job Number
= charge_code*: Charge Code
= tax_code*: Tax Code
= overseas_amount.pre_tax*: Net
= overseas_amount.tax*: VAT
= overseas_amount.total*: Gross
? overseas_amount.total

## payables-invoice | fr | date de réception et date de livraison | repeated
ID facture | Fournisseur | N° facture | Date de réception | Date de livraison | Échéance | Ligne | Dossier | Code rubrique | Centre de coût | N° TVA fournisseur | HT | TVA | TTC | Devise
F1 | F001 | 884 | 26/02/2026 | 20/02/2026 | 26/03/2026 | 1 | D1 | FRM | C1 | FR123 | 1840,00 | 0,00 | 1840,00 | EUR
F1 | F001 | 884 | 26/02/2026 | 20/02/2026 | 26/03/2026 | 2 | D2 | DOC | C1 | FR123 | 100,00 | 20,00 | 120,00 | EUR
F2 | F002 | 17 | 27/02/2026 | 21/02/2026 | 27/03/2026 | 1 | D2 | MAN | C2 | FR456 | 50,00 | 10,00 | 60,00 | EUR
= external_id: ID facture
= creditor: Fournisseur
= invoice_number: N° facture
? invoice_date
= due_date: Échéance
= job*: Dossier
= charge_code*: Code rubrique
? tax_code*
= overseas_amount.pre_tax*: HT
= overseas_amount.tax*: TVA
= overseas_amount.total*: TTC

## job | en | sales wider than costs in numbered columns | numbered | asked
Job ID | Job Type | Operator | sale1_code | sale1_customer | sale1_currency | sale1_amount | sale1_tax | sale2_code | sale2_customer | sale2_currency | sale2_amount | sale2_tax | cost1_code | cost1_supplier | cost1_currency | cost1_net | cost2_code | cost2_supplier | cost2_currency | cost2_net
1 | Consol | ann | FRT | ACME | EUR | 2000.00 | 0.00 | DOC | ACME | EUR | 60.00 | 12.00 | FRT | MSC | USD | 1840.00 | DOC | AGT | EUR | 50.00
2 | Shipment | bob | FRT | BETA | EUR | 950.00 | 0.00 | THC | BETA | EUR | 250.00 | 50.00 | FRT | LHC | USD | 900.00 | THC | TRM | EUR | 210.00
= external_id: Job ID
= operator: Operator
= creditor*: cost{n}_supplier
= charge_code*: cost{n}_code
= overseas_amount.currency*: cost{n}_currency
= overseas_amount.pre_tax*: cost{n}_net
? overseas_amount.tax*
? overseas_amount.total*

## job | en | vendor country and name, service level, tax exempt | repeated
Job No | Job Branch | Vendor Name | Vendor Country | Service Level | Charge Code | Charge Group | Tax Exempt | Currency | Net Amount | Line ID
J1 | LON | Ocean Line Ltd | CN | EXP | FRT | F | Y | USD | 1840.00 | 1
J1 | LON | Dover Terminal | GB | EXP | THC | H | N | GBP | 50.00 | 2
J2 | LIV | Ocean Line Ltd | CN | STD | FRT | F | Y | USD | 900.00 | 3
J2 | LIV | Agent Inc | US | STD | DOC | D | N | USD | 210.00 | 4
= external_id: Job No
= creditor*: Vendor Name
= charge_code*: Charge Code
? tax_code*
= overseas_amount.pre_tax*: Net Amount

## payables-invoice | en | invoice period, original invoice, our number | repeated
Invoice ID | Vendor ID | Vendor Group | Invoice Period | Vendor Ref | Original Invoice | Invoice Date | Tax Date | Due Date | Line No | Shipment Origin | Charge Group | Service | Tax Country | Net | VAT | Gross | Currency
1 | V1 | A | 2026-02 | 884 | | 2026-02-24 | 2026-02-20 | 2026-03-26 | 1 | CNSHA | F | FRT | DE | 1840.00 | 0.00 | 1840.00 | EUR
1 | V1 | A | 2026-02 | 884 | | 2026-02-24 | 2026-02-20 | 2026-03-26 | 2 | CNNGB | H | THC | DE | 75.00 | 15.00 | 90.00 | EUR
2 | V2 | B | 2026-03 | 17 | 884 | 2026-02-25 | 2026-02-20 | 2026-03-27 | 1 | CNSHA | H | DOC | FR | 20.00 | 4.00 | 24.00 | EUR
= external_id: Invoice ID
= creditor: Vendor ID
? invoice_number
= invoice_date: Invoice Date
= due_date: Due Date
? job*
= charge_code*: Service
? tax_code*
= overseas_amount.pre_tax*: Net
= overseas_amount.tax*: VAT
= overseas_amount.total*: Gross

## job | de | Kundenwährung, Lieferantenland, Gebührengruppe | repeated
Sendungsnummer | Sendungsart | Kundenwährung | Lieferantenname | Lieferantenland | Leistungsgruppe | Leistungsart | Leistungsdatum | Nettobetrag | Steuerbetrag | Steuerland | Kunde
S1 | IMP | EUR | Reederei AG | DE | F | FRT | 20.02.2026 | 1840,00 | 0,00 | DE | K1
S1 | IMP | EUR | Zoll GmbH | AT | Z | ZOL | 21.02.2026 | 100,00 | 19,00 | DE | K1
S2 | EXP | USD | Reederei AG | DE | F | FRT | 22.02.2026 | 900,00 | 0,00 | AT | K2
S2 | EXP | USD | Agent Ltd | GB | H | THC | 23.02.2026 | 200,00 | 38,00 | AT | K2
= external_id: Sendungsnummer
= creditor*: Lieferantenname
= charge_code*: Leistungsart
? tax_code*
? overseas_amount.currency*
= overseas_amount.pre_tax*: Nettobetrag
= overseas_amount.tax*: Steuerbetrag

## job | en | costs in columns by kind | repeated | asked
Shipment No | Operator | Supplier | Freight Charges | Local Charges | Customs Fees | Total Charges | Currency
S1 | ann | MSC | 1840.00 | 210.00 | 0.00 | 2050.00 | USD
S1 | ann | AGT | 0.00 | 50.00 | 75.50 | 125.50 | USD
S2 | bob | HAP | 900.00 | 210.00 | 0.00 | 1110.00 | USD
? charge_code*
? overseas_amount.pre_tax*
? overseas_amount.tax*
? local_amount.pre_tax*
? local_amount.total*

## job | en | one job of CargoWise as a message, Universal XML | header in each row | asked
ChargeCode.Code | CostOSAmount | CostOSCurrency.Code | Creditor.Type | Creditor.Key | Description | DisplaySequence | UniversalShipment.@version | UniversalShipment.Shipment.DataContext.EnterpriseID | UniversalShipment.Shipment.DataContext.ServerID | UniversalShipment.Shipment.DataContext.Company.Code | UniversalShipment.Shipment.DataContext.DataSourceCollection.DataSource.Type | UniversalShipment.Shipment.DataContext.DataSourceCollection.DataSource.Key | UniversalShipment.Shipment.JobCosting.Branch.Code | UniversalShipment.Shipment.JobCosting.Department.Code
BAF | 120.0000 | AUD | Organization | AALSHI | FREIGHT | 1 | 1.1 | EDI | DAT | SYD | ForwardingShipment | S00001001 | BHX | FEA
DOC | 35.5000 | AUD | Organization | AALSHI | DOCS | 2 | 1.1 | EDI | DAT | SYD | ForwardingShipment | S00001001 | BHX | FEA
= external_id: UniversalShipment.Shipment.DataContext.DataSourceCollection.DataSource.Key
= number: UniversalShipment.Shipment.DataContext.DataSourceCollection.DataSource.Key
= job_type: UniversalShipment.Shipment.DataContext.DataSourceCollection.DataSource.Type
= external_id*: UniversalShipment.Shipment.DataContext.DataSourceCollection.DataSource.Key + DisplaySequence
= creditor*: Creditor.Key
= charge_code*: ChargeCode.Code
= description*: Description
= overseas_amount.currency*: CostOSCurrency.Code
? overseas_amount.pre_tax*
? overseas_amount.total*

## payables-invoice | en | one invoice of CargoWise as a message, owed below zero | header in each row | asked
ChargeCode.Code | Description | Job.Type | Job.Key | LocalAmount | LocalCurrency.Code | LocalGSTVATAmount | LocalTotalAmount | Organization.Key | OSAmount | OSCurrency.Code | OSGSTVATAmount | OSTotalAmount | Sequence | VATTaxID.TaxCode | VATTaxID.TaxRate | UniversalTransaction.TransactionInfo.DataContext.DataSourceCollection.DataSource.Key | UniversalTransaction.TransactionInfo.DataContext.EnterpriseID | UniversalTransaction.TransactionInfo.DueDate | UniversalTransaction.TransactionInfo.Ledger | UniversalTransaction.TransactionInfo.LocalExVATAmount | UniversalTransaction.TransactionInfo.LocalTotal | UniversalTransaction.TransactionInfo.LocalVATAmount | UniversalTransaction.TransactionInfo.Number | UniversalTransaction.TransactionInfo.OrganizationAddress.OrganizationCode | UniversalTransaction.TransactionInfo.TransactionDate
WHS | HANDLING | Job | S00001001 | -971.0000 | AUD | -97.1000 | -1068.1000 | AALSHI | -971.0000 | AUD | -97.1000 | -1068.1000 | 1 | GST | 10.0000 | AP INV 00034457 | EDI | 2019-07-05T00:00:00 | AP | -1011.0000 | -1112.1000 | -101.1000 | 00034457 | AALSHI | 2019-06-05T18:15:00
DOC | DOCUMENTS | Job | S00001001 | -40.0000 | AUD | -4.0000 | -44.0000 | AALSHI | -40.0000 | AUD | -4.0000 | -44.0000 | 2 | GST | 10.0000 | AP INV 00034457 | EDI | 2019-07-05T00:00:00 | AP | -1011.0000 | -1112.1000 | -101.1000 | 00034457 | AALSHI | 2019-06-05T18:15:00
= external_id: UniversalTransaction.TransactionInfo.DataContext.DataSourceCollection.DataSource.Key
= creditor: UniversalTransaction.TransactionInfo.OrganizationAddress.OrganizationCode
= invoice_number: UniversalTransaction.TransactionInfo.Number
= invoice_date: UniversalTransaction.TransactionInfo.TransactionDate
= due_date: UniversalTransaction.TransactionInfo.DueDate
= local_amount.currency: LocalCurrency.Code
= local_amount.pre_tax: UniversalTransaction.TransactionInfo.LocalExVATAmount
= local_amount.tax: UniversalTransaction.TransactionInfo.LocalVATAmount
= local_amount.total: UniversalTransaction.TransactionInfo.LocalTotal
= overseas_amount.currency: OSCurrency.Code
= external_id*: UniversalTransaction.TransactionInfo.DataContext.DataSourceCollection.DataSource.Key + Sequence
= job*: Job.Key
= charge_code*: ChargeCode.Code
= tax_code*: VATTaxID.TaxCode
= tax_rate*: VATTaxID.TaxRate
= local_amount.currency*: LocalCurrency.Code
= local_amount.pre_tax*: LocalAmount
= local_amount.tax*: LocalGSTVATAmount
= local_amount.total*: LocalTotalAmount
= overseas_amount.currency*: OSCurrency.Code
= overseas_amount.pre_tax*: OSAmount
= overseas_amount.tax*: OSGSTVATAmount
= overseas_amount.total*: OSTotalAmount

## job | sv | Uppdrag med kostnader | repeated
Uppdragsnr | Typ | Handläggare | Senast ändrad | Radnr | Leverantörsnr | Kostnadsslag | Benämning | Valuta | Netto | Moms | Brutto | Momskod
U24017 | Sändning | HM | 2026-03-02 10:15 | 1 | L7012 | FRA | Sjöfrakt | SEK | 18400,00 | 0,00 | 18400,00 | M0
U24017 | Sändning | HM | 2026-03-02 10:15 | 2 | L7044 | DOK | Dokument | SEK | 750,00 | 187,50 | 937,50 | M25
U24018 | Sändning | AB | 2026-03-03 09:00 | 1 | L7100 | LFR | Flygfrakt | SEK | 4105,00 | 1026,25 | 5131,25 | M25
U24018 | Sändning | AB | 2026-03-03 09:00 | 2 | L7044 | DOK | Dokument | SEK | 200,00 | 50,00 | 250,00 | M25
by: Uppdragsnr
= external_id: Uppdragsnr
= number: Uppdragsnr
? job_type
= operator: Handläggare
= updated_at: Senast ändrad
= external_id*: Uppdragsnr + Radnr
= creditor*: Leverantörsnr
= charge_code*: Kostnadsslag
= description*: Benämning
= tax_code*: Momskod
= overseas_amount.currency*: Valuta
= overseas_amount.pre_tax*: Netto
= overseas_amount.tax*: Moms
= overseas_amount.total*: Brutto

## payables-invoice | sv | Leverantörsfakturor med rader | repeated
Löpnr | Leverantörsnr | Leverantör | Fakturanr | Fakturadatum | Förfallodatum | Status | Valuta | Uppdrag | Artikelnr | Radtext | Belopp exkl moms | Momsbelopp | Belopp inkl moms
5001 | L7012 | Nordiska Rederiet AB | F-881 | 2026-03-01 | 2026-03-31 | Bokförd | SEK | U24017 | FRA | Sjöfrakt | 18400,00 | 0,00 | 18400,00
5001 | L7012 | Nordiska Rederiet AB | F-881 | 2026-03-01 | 2026-03-31 | Bokförd | SEK | U24017 | DOK | Dokument | 300,00 | 75,00 | 375,00
5002 | L7044 | Hamnservice i Göteborg AB | 20260317 | 2026-03-03 | 2026-04-02 | Preliminär | SEK | U24018 | DOK | Dokument | 200,00 | 50,00 | 250,00
5003 | L7100 | Flygfrakt Nord AB | A-77 | 2026-03-04 | 2026-04-03 | Bokförd | EUR | U24018 | LFR | Flygfrakt | 410,50 | 102,63 | 513,13
= creditor: Leverantörsnr
= invoice_number: Fakturanr
= invoice_date: Fakturadatum
= due_date: Förfallodatum
? external_id
? external_id*
= job*: Uppdrag
= charge_code*: Artikelnr
= overseas_amount.currency*: Valuta
= overseas_amount.pre_tax*: Belopp exkl moms
= overseas_amount.tax*: Momsbelopp
= overseas_amount.total*: Belopp inkl moms

## payables-invoice | sv | Reskontra, fakturarader med verifikation | repeated
Verifikationsnr | Kreditor | Fakturanummer | Fakturadatum | Förfaller | Rad-id | Ärende | Tjänst | Beskrivning | Valutakod | Nettobelopp | Moms | Totalt
V-100 | K10 | 7781 | 2026-02-01 | 2026-03-03 | r1 | S100 | TRP | Transport | SEK | 1000,00 | 250,00 | 1250,00
V-100 | K10 | 7781 | 2026-02-01 | 2026-03-03 | r2 | S100 | TUL | Tullklarering | SEK | 400,00 | 100,00 | 500,00
V-101 | K11 | 991 | 2026-02-05 | 2026-03-07 | r3 | S101 | TRP | Transport | SEK | 800,00 | 200,00 | 1000,00
by: Verifikationsnr
= external_id: Verifikationsnr
= creditor: Kreditor
= invoice_number: Fakturanummer
= invoice_date: Fakturadatum
= due_date: Förfaller
= external_id*: Rad-id
= job*: Ärende
= charge_code*: Tjänst
= overseas_amount.currency*: Valutakod
= overseas_amount.pre_tax*: Nettobelopp
= overseas_amount.tax*: Moms
= overseas_amount.total*: Totalt

## none | en | packages of shipments
Shipment Number | Line No | Package Type | Pieces | Weight | Volume | Commodity | Ship Date
S1001 | 1 | PLT | 4 | 1200.50 | 4.8 | Machine parts | 2026-02-24
S1001 | 2 | CTN | 10 | 80.00 | 0.9 | Spares | 2026-02-24
S1002 | 1 | PLT | 2 | 500.00 | 2.4 | Textiles | 2026-02-25
S1002 | 2 | PLT | 1 | 250.00 | 1.2 | Textiles | 2026-02-25

## none | en | bank movements
Account No | Date | Value Date | Reference | Counterparty | Description | Debit | Credit | Balance | Currency
0012 | 2026-02-24 | 2026-02-24 | REF1 | Ocean Line | Invoice 884 | 1840.00 | | 10000.00 | EUR
0012 | 2026-02-24 | 2026-02-25 | REF2 | Customer A | Receipt | | 500.00 | 10500.00 | EUR
0012 | 2026-02-25 | 2026-02-25 | REF3 | Dover | Invoice 17 | 90.00 | | 10410.00 | EUR

## none | en | sales invoices
Invoice Number | Customer Code | Customer Name | Invoice Date | Due Date | Job Number | Charge Code | Description | Currency | Net Amount | VAT Amount | Gross Amount
SI-1 | C100 | Acme | 2026-02-24 | 2026-03-26 | S41871 | FRT | Freight | EUR | 2000.00 | 0.00 | 2000.00
SI-1 | C100 | Acme | 2026-02-24 | 2026-03-26 | S41871 | DOC | Documents | EUR | 50.00 | 10.00 | 60.00
SI-2 | C200 | Beta | 2026-02-25 | 2026-03-27 | S41872 | FRT | Freight | EUR | 900.00 | 0.00 | 900.00
SI-2 | C200 | Beta | 2026-02-25 | 2026-03-27 | S41872 | THC | Handling | EUR | 100.00 | 20.00 | 120.00

## none | en | payments to vendors
Payment No | Payment Date | Vendor Code | Vendor Name | Invoice Number | Invoice Date | Currency | Amount Paid | Discount
P1 | 2026-03-01 | MAERSK | Maersk Line | 884 | 2026-02-24 | EUR | 1840.00 | 0.00
P1 | 2026-03-01 | MAERSK | Maersk Line | 885 | 2026-02-25 | EUR | 75.00 | 0.00
P2 | 2026-03-02 | DOVER | Dover Terminal | 17 | 2026-02-26 | EUR | 90.00 | 0.00
P2 | 2026-03-02 | DOVER | Dover Terminal | 18 | 2026-02-26 | EUR | 12.00 | 0.00

## none | en | purchase orders
PO Number | PO Date | Supplier Code | Item Code | Item Description | Quantity | Unit Price | Amount | Currency
PO1 | 2026-02-01 | S10 | A1 | Pallet | 10 | 5.00 | 50.00 | EUR
PO1 | 2026-02-01 | S10 | A2 | Strap | 20 | 1.00 | 20.00 | EUR
PO2 | 2026-02-02 | S11 | A1 | Pallet | 5 | 5.00 | 25.00 | EUR
PO2 | 2026-02-02 | S11 | A3 | Foil | 1 | 9.00 | 9.00 | EUR

## none | en | aged creditors
Supplier Code | Supplier Name | Invoice Number | Invoice Date | Due Date | Current | 30 Days | 60 Days | 90 Days | Balance
MAERSK | Maersk Line | 884 | 2026-02-24 | 2026-03-26 | 1840.00 | 0.00 | 0.00 | 0.00 | 1840.00
MAERSK | Maersk Line | 885 | 2026-01-24 | 2026-02-26 | 0.00 | 75.00 | 0.00 | 0.00 | 75.00
DOVER | Dover Terminal | 17 | 2026-02-26 | 2026-03-28 | 12.00 | 0.00 | 0.00 | 0.00 | 12.00

## none | en | crimes
case_number | date | primary_type | description | location | arrest | charge_code | fine_amount
HZ1 | 2026-02-01 | THEFT | OVER $500 | STREET | true | 0820 | 100.00
HZ1 | 2026-02-01 | BATTERY | SIMPLE | STREET | true | 0460 | 250.00
HZ2 | 2026-02-02 | THEFT | POCKET | STATION | false | 0870 | 100.00
HZ2 | 2026-02-02 | ASSAULT | SIMPLE | STATION | false | 0560 | 300.00

## none | en | timesheets on jobs
Job Number | Employee | Date | Task Code | Hours | Rate | Amount
J100 | ann | 2026-02-24 | DRV | 4 | 20.00 | 80.00
J100 | bob | 2026-02-24 | LDR | 2 | 15.00 | 30.00
J101 | ann | 2026-02-25 | DRV | 3 | 20.00 | 60.00
J101 | cid | 2026-02-25 | LDR | 5 | 15.00 | 75.00

## job | en | costs without an id, charges by a heading that says id | repeated | asked
Job Number | Charge ID | Description | Creditor | Currency | Net | VAT | Gross
S1 | FRT | Ocean freight | OCEANLINE | EUR | 1000.00 | 0.00 | 1000.00
S1 | DOC | Documents | DOCHOUSE | EUR | 10.00 | 2.00 | 12.00
S2 | FRT | Ocean freight | AIRLINE | EUR | 500.00 | 0.00 | 500.00
S2 | THC | Handling | PORTCO | EUR | 20.00 | 4.00 | 24.00
by: Job Number
= external_id: Job Number
= number: Job Number
? external_id*
= creditor*: Creditor
? charge_code*
= description*: Description
= overseas_amount.currency*: Currency
= overseas_amount.pre_tax*: Net
= overseas_amount.tax*: VAT
= overseas_amount.total*: Gross

## none | en | events of shipments
Shipment ID | Event Code | Event Description | Event Date | Location | Carrier
S1 | DEP | Departed | 2026-02-01 10:00 | AUSYD | MAERSK
S1 | ARR | Arrived | 2026-02-20 08:00 | CNSHA | MAERSK
S2 | DEP | Departed | 2026-02-03 11:00 | DEHAM | MSC
S2 | ARR | Arrived | 2026-02-25 19:00 | USNYC | MSC

## none | en | revenue of jobs
Job Number | Debtor | Charge Code | Charge Description | Sell Currency | Sell Amount | Sell VAT | Sell Total
S1 | ACME | FRT | Freight | EUR | 100.00 | 0.00 | 100.00
S1 | ACME | DOC | Documents | EUR | 10.00 | 2.00 | 12.00
S2 | BETA | FRT | Freight | EUR | 200.00 | 0.00 | 200.00
S2 | BETA | THC | Handling | EUR | 20.00 | 4.00 | 24.00

## none | de | Buchungsjournal
Belegnr. | Buchungsdatum | Konto | Gegenkonto | Buchungstext | Soll | Haben | Währung
1001 | 24.02.2026 | 4400 | 70012 | Eingangsrechnung 884 | 1840,00 | | EUR
1001 | 24.02.2026 | 1576 | 70012 | Vorsteuer | 349,60 | | EUR
1002 | 25.02.2026 | 4400 | 70044 | Eingangsrechnung 17 | 90,00 | | EUR
1002 | 25.02.2026 | 1200 | 70044 | Zahlung | | 90,00 | EUR

## none | en | tariffs of carriers
Carrier | Charge Code | Charge Description | Origin | Destination | Currency | Amount | Valid From | Valid To
MSC | FRT | Ocean freight | DEHAM | USNYC | USD | 1200.00 | 2026-01-01 | 2026-03-31
MSC | THC | Handling | DEHAM | USNYC | USD | 210.00 | 2026-01-01 | 2026-03-31
ONE | FRT | Ocean freight | DEHAM | CNSHA | USD | 900.00 | 2026-01-01 | 2026-03-31
`;
