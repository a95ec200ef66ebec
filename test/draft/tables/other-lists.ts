/** Other lists than staff, charges and taxes, as systems export them. People and companies are invented. */
export const otherLists = `
## (none) | en | payments from a shop
payment_id | paid_at | payer_name | payer_email | amount | currency | method | status
pay_8H2kd | 2026-03-01 10:20:11 | Luca Anselmi | luca@mail.test | 219.00 | EUR | card | succeeded
pay_8H2ke | 2026-03-01 11:02:54 | Vito Schiavi | vito@mail.test | 100.00 | EUR | card | succeeded
pay_8H2kf | 2026-03-02 08:15:00 | Ann Berger | ann@mail.test | 45.50 | EUR | transfer | failed
pay_8H2kg | 2026-03-02 09:40:32 | Mara Weiss | mara@mail.test | 80.00 | EUR | card | refunded

## (none) | en | invoices
Invoice No | Invoice Date | Customer | Net | VAT | Gross | Due Date | Status
INV-2026-0001 | 2026-01-04 | Nordwind Trading GmbH | 1200.00 | 228.00 | 1428.00 | 2026-02-03 | Paid
INV-2026-0002 | 2026-01-05 | Kaiser Foods Ltd | 640.00 | 121.60 | 761.60 | 2026-02-04 | Open
INV-2026-0003 | 2026-01-09 | Blue Harbour Co | 90.00 | 17.10 | 107.10 | 2026-02-08 | Paid
INV-2026-0004 | 2026-01-11 | Delta Paper BV | 3100.00 | 589.00 | 3689.00 | 2026-02-10 | Open

## (none) | en | contacts of customers
Contact ID | First Name | Last Name | Email | Company | Position | Phone
C-1001 | Robert | Frank | r.frank@nordwind.test | Nordwind Trading GmbH | Purchasing Manager | +49 40 123456
C-1002 | Marie | Dubois | m.dubois@kaiser.test | Kaiser Foods Ltd | Logistics | +44 20 123456
C-1003 | Jan | Visser | j.visser@delta.test | Delta Paper BV | Director | +31 10 123456
C-1004 | Olga | Novak | o.novak@blue.test | Blue Harbour Co | Accounts Payable | +420 2 123456

## (none) | en | customers
Customer No. | Name | Address | City | Country | VAT Registration No. | E-Mail | Blocked
10000 | Nordwind Trading GmbH | Hafenstr. 4 | Hamburg | DE | DE123456789 | info@nordwind.test | 
20000 | Kaiser Foods Ltd | 12 Dock Road | London | GB | GB987654321 | office@kaiser.test | All
30000 | Delta Paper BV | Waalhaven 9 | Rotterdam | NL | NL001234567B01 | post@delta.test | 
40000 | Blue Harbour Co | 77 Bay Street | Boston | US |  | mail@blue.test | 

## (none) | en | vendors
VendorAccount | VendorName | VendorGroup | Currency | TaxGroup | PaymentTerms | OnHold
V000101 | Maersk Line | CARRIER | USD | EU | 30D | No
V000102 | Hapag Lloyd AG | CARRIER | EUR | DOM | 30D | No
V000103 | Port of Antwerp Services | TERMINAL | EUR | EU | 14D | No
V000104 | Schmidt Trucking | HAULIER | EUR | DOM | 14D | Yes

## (none) | en | ports
UNLOCODE | Port Name | Country | Latitude | Longitude | Active
DEHAM | Hamburg | DE | 53.55 | 9.99 | Y
NLRTM | Rotterdam | NL | 51.92 | 4.48 | Y
SGSIN | Singapore | SG | 1.29 | 103.85 | Y
USNYC | New York | US | 40.71 | -74.01 | N

## (none) | en | airports
IATA | ICAO | Airport Name | City | Country
FRA | EDDF | Frankfurt am Main | Frankfurt | DE
HKG | VHHH | Hong Kong International | Hong Kong | HK
ORD | KORD | O'Hare International | Chicago | US
LHR | EGLL | Heathrow | London | GB

## (none) | en | vessels
IMO | Vessel Name | Call Sign | Flag | GRT | Built | Status
9776418 | Ever Golden | VRQX7 | HK | 219079 | 2018 | Active
9703318 | MSC Oscar | 3FEX6 | PA | 192237 | 2014 | Active
9619907 | Maersk Mc-Kinney | OWIZ2 | DK | 194849 | 2013 | Active
9502910 | CSCL Globe | VRNW6 | HK | 187541 | 2014 | Laid up

## (none) | en | currencies
Code | Name | Symbol | Rate | Date | Active
EUR | Euro | € | 1.0000 | 2026-03-01 | True
USD | US Dollar | $ | 1.0834 | 2026-03-01 | True
GBP | Pound Sterling | £ | 0.8561 | 2026-03-01 | True
JPY | Yen | ¥ | 162.4 | 2026-03-01 | False

## (none) | en | countries with calling codes
Code | Country | Alpha-3 | Calling Code | EU
DE | Germany | DEU | 49 | Yes
FR | France | FRA | 33 | Yes
CH | Switzerland | CHE | 41 | No
US | United States | USA | 1 | No

## (none) | en | products of a shop
SKU | Title | Price | Compare Price | Stock | Vendor | Taxable | Status
TS-RED-M | T-Shirt Red M | 19.90 | 24.90 | 12 | Acme | true | active
TS-RED-L | T-Shirt Red L | 19.90 | 24.90 | 3 | Acme | true | active
MUG-01 | Mug white | 7.50 |  | 140 | Potter | true | draft
CAP-BLK | Cap black | 14.00 |  | 0 | Acme | true | archived

## (none) | en | spare parts
Part Number | Description | Unit | List Price | Weight | Supplier
A-10023 | Hydraulic pump 40 bar | PCS | 412.00 | 8.2 | Bosch
A-10024 | Seal kit 12 mm | SET | 8.40 | 0.1 | Bosch
B-20001 | Brake disc front | PCS | 96.50 | 6.7 | ATE
B-20002 | Brake pad set | SET | 44.90 | 1.1 | ATE

## (none) | en | containers
Container No | Type | Size | Owner | Tare | Status
MSKU1234565 | DRY | 40HC | Maersk | 3900 | Full
TCLU7654321 | DRY | 20GP | Triton | 2200 | Empty
HLXU1112223 | REEFER | 40RH | Hapag | 4600 | Full
CMAU5556667 | DRY | 40HC | CMA | 3900 | Empty

## (none) | en | shipments
Job Number | Created | Consignee | Origin | Destination | Mode | ETD | ETA | Status
S00001234 | 2026-02-01 | Kaiser Foods Ltd | DEHAM | USNYC | SEA | 2026-02-09 | 2026-02-24 | Departed
S00001235 | 2026-02-01 | Delta Paper BV | NLRTM | SGSIN | SEA | 2026-02-11 | 2026-03-14 | Booked
S00001236 | 2026-02-02 | Blue Harbour Co | FRA | ORD | AIR | 2026-02-03 | 2026-02-03 | Arrived
S00001237 | 2026-02-02 | Kaiser Foods Ltd | HKG | LHR | AIR | 2026-02-05 | 2026-02-06 | Arrived

## (none) | en | members of a club
Member ID | Full Name | Email | Date of Birth | Membership | Joined | Expires
M0001 | Karl Otto | karl@mail.test | 1980-02-03 | Gold | 2019-01-01 | 2026-12-31
M0002 | Eva Lind | eva@mail.test | 1991-11-20 | Silver | 2020-05-01 | 2026-12-31
M0003 | Tom Becker | tom@mail.test | 1975-07-09 | Gold | 2018-03-01 | 2026-12-31
M0004 | Ida Holm | ida@mail.test | 1988-09-30 | Basic | 2024-02-01 | 2026-12-31

## (none) | en | patients
Patient ID | Name | Date of Birth | Gender | Diagnosis | Ward | Admitted
P-3001 | Karl Otto | 1980-02-03 | M | J18.9 | 3B | 2026-02-01
P-3002 | Eva Lind | 1991-11-20 | F | S72.0 | 2A | 2026-02-03
P-3003 | Tom Becker | 1975-07-09 | M | I21.4 | 1C | 2026-02-04
P-3004 | Ida Holm | 1988-09-30 | F | K35.8 | 2A | 2026-02-05

## (none) | en | newsletter subscribers
Email Address | First Name | Last Name | OPTIN_TIME | CONFIRM_IP | MEMBER_RATING
karl@mail.test | Karl | Otto | 2025-01-03 10:00:00 | 10.0.0.1 | 3
eva@mail.test | Eva | Lind | 2025-02-11 12:30:00 | 10.0.0.2 | 2
tom@mail.test | Tom | Becker | 2025-04-01 08:45:00 | 10.0.0.3 | 4
ida@mail.test | Ida | Holm | 2025-04-09 19:20:00 | 10.0.0.4 | 2

## (none) | en | orders of a shop
Name | Email | Financial Status | Paid at | Total | Taxes | Lineitem name | Billing Name
#1001 | karl@mail.test | paid | 2026-01-03 10:00:00 | 49.90 | 7.97 | Mug white | Karl Otto
#1002 | eva@mail.test | paid | 2026-01-03 12:30:00 | 19.90 | 3.18 | T-Shirt Red M | Eva Lind
#1003 | tom@mail.test | refunded | 2026-01-04 08:45:00 | 14.00 | 2.24 | Cap black | Tom Becker
#1004 | ida@mail.test | paid | 2026-01-05 19:20:00 | 34.00 | 5.43 | T-Shirt Red L | Ida Holm

## (none) | en | tickets
Ticket # | Opened | Requester | Requester Email | Subject | Priority | Assignee | Status
48211 | 2026-02-01 09:12 | Karl Otto | karl@mail.test | Printer offline | Low | Ann Berger | Open
48212 | 2026-02-01 09:44 | Eva Lind | eva@mail.test | VPN does not connect | High | Ann Berger | Closed
48213 | 2026-02-01 10:03 | Tom Becker | tom@mail.test | New screen | Low | Luca Anselmi | Open
48214 | 2026-02-01 11:20 | Ida Holm | ida@mail.test | Password reset | Medium | Luca Anselmi | Closed

## (none) | en | payment terms
Code | Description | Days | Discount %
30N | 30 days net | 30 | 0
14N | 14 days net | 14 | 0
10D2 | 10 days 2 % discount | 10 | 2
PRE | Payment in advance | 0 | 3

## (none) | en | cost centres
Cost Center | Name | Valid From | Valid To | Responsible | Company Code
4100 | Sales North | 2020-01-01 | 9999-12-31 | Karl Otto | 1000
4200 | Sales South | 2020-01-01 | 9999-12-31 | Eva Lind | 1000
5100 | Warehouse | 2020-01-01 | 9999-12-31 | Tom Becker | 1000
9000 | Administration | 2020-01-01 | 9999-12-31 | Ida Holm | 2000

## (none) | en | tax invoices
Tax Invoice | Date | Supplier | Tax ID | Taxable Amount | Tax Amount
TX-7781 | 2026-01-03 | Maersk Line | DK53139655 | 1200.00 | 84.00
TX-7782 | 2026-01-04 | Hapag Lloyd | DE813960018 | 340.00 | 23.80
TX-7783 | 2026-01-07 | Schmidt Trucking | DE121212121 | 90.00 | 6.30
TX-7784 | 2026-01-09 | Port Services | BE040404040 | 780.00 | 54.60

## (none) | en | discounts
Discount Code | Description | Percent | Valid From | Valid To | Active
SPRING10 | Spring campaign | 10 | 2026-03-01 | 2026-05-31 | Yes
VIP20 | Regular customers | 20 | 2026-01-01 | 2026-12-31 | Yes
STAFF30 | Employees | 30 | 2026-01-01 | 2026-12-31 | Yes
OLD5 | Former campaign | 5 | 2024-01-01 | 2024-12-31 | No

## (none) | en | journal entries
Entry No | Posting Date | Account | Description | Debit | Credit | VAT Code
1 | 2026-01-03 | 8400 | Sea freight INV-0001 |  | 1200.00 | S1
2 | 2026-01-03 | 1400 | Nordwind Trading GmbH | 1428.00 |  | 
3 | 2026-01-03 | 1776 | VAT 19 % |  | 228.00 | S1
4 | 2026-01-05 | 8400 | Terminal handling |  | 640.00 | S1

## (none) | en | drivers and trucks
Plate | Vehicle | Driver | Licence No | Phone | Status
HH-AB 123 | MAN TGX | Karl Otto | B072RRE2I55 | +49 170 1234567 | Active
HH-CD 456 | Volvo FH | Tom Becker | B072RRE2I56 | +49 170 1234568 | Active
HB-EF 789 | DAF XF | Jan Visser | B072RRE2I57 | +49 170 1234569 | Active
HB-GH 012 | Scania R | Luca Anselmi | B072RRE2I58 | +49 170 1234560 | Sold

## (none) | de | Kunden
KundenNr | Firma | Strasse | PLZ | Ort | Land | USt-IdNr | E-Mail
10001 | Nordwind Handel GmbH | Hafenstr. 4 | 20457 | Hamburg | DE | DE123456789 | info@nordwind.test
10002 | Kaiser Lebensmittel KG | Dockweg 12 | 28195 | Bremen | DE | DE987654321 | post@kaiser.test
10003 | Delta Papier AG | Waalweg 9 | 50667 | Köln | DE | DE111222333 | mail@delta.test
10004 | Blauhafen OHG | Kai 7 | 18055 | Rostock | DE | DE444555666 | info@blau.test

## (none) | de | Zahlungseingänge
Buchungstag | Auftraggeber | Verwendungszweck | Betrag | Währung
02.03.2026 | Nordwind Handel GmbH | RE 2026-0001 | 1.428,00 | EUR
02.03.2026 | Petra Vogel | Miete März | 900,00 | EUR
03.03.2026 | Kaiser Lebensmittel KG | RE 2026-0002 | 761,60 | EUR
04.03.2026 | Delta Papier AG | RE 2026-0003 | 107,10 | EUR

## (none) | fr | articles de magasin
Référence | Désignation | Prix HT | TVA | Stock
ART-001 | Carton double cannelure | 1,20 | 20 | 1400
ART-002 | Film étirable 23 microns | 8,90 | 20 | 210
ART-003 | Palette Europe | 14,00 | 20 | 88
ART-004 | Ruban adhésif | 2,10 | 20 | 600

## (none) | es | clientes
Código | Razón social | NIF | Correo | Provincia | Activo
C001 | Transportes Norte SL | B12345678 | info@norte.test | Bilbao | Sí
C002 | Frutas del Sur SA | A87654321 | hola@frutas.test | Sevilla | Sí
C003 | Papeles Delta SL | B11223344 | correo@delta.test | Madrid | No
C004 | Puerto Azul SL | B55667788 | mail@azul.test | Valencia | Sí

## (none) | en | roles of a system
Role ID | Role Name | Description | Users | Active
1 | Administrator | May do everything | 3 | true
2 | Accountant | Posts and approves invoices | 5 | true
3 | Operator | Enters jobs | 22 | true
4 | Viewer | Reads only | 7 | false

## (none) | en | departments
Dept Code | Department | Manager | Manager Email | Headcount
EXP | Export | Karl Otto | karl@firm.test | 12
IMP | Import | Eva Lind | eva@firm.test | 9
ACC | Accounting | Tom Becker | tom@firm.test | 4
HR | People | Ida Holm | ida@firm.test | 2

## (none) | en | incoterms
Code | Name | Group | Version
EXW | Ex Works | E | 2020
FCA | Free Carrier | F | 2020
CIF | Cost Insurance and Freight | C | 2020
DAP | Delivered at Place | D | 2020

## (none) | en | harmonized codes
HS Code | Description | Duty Rate | Unit
010121 | Pure-bred breeding horses | 0 | No
020110 | Carcasses of bovine animals | 12.8 | kg
030211 | Trout fresh or chilled | 8 | kg
040110 | Milk not exceeding 1 % fat | 13.8 | kg

## (none) | en | working times
Employee No | Employee | Date | From | To | Hours
1001 | Karl Otto | 2026-03-02 | 08:00 | 16:30 | 8.0
1001 | Karl Otto | 2026-03-03 | 08:05 | 16:40 | 8.1
1002 | Eva Lind | 2026-03-02 | 09:00 | 17:30 | 8.0
1002 | Eva Lind | 2026-03-03 | 09:00 | 17:00 | 7.5

## (none) | en | payroll run
Employee ID | Name | Period | Gross | Tax | Net
1001 | Karl Otto | 2026-02 | 4100.00 | 902.00 | 3198.00
1002 | Eva Lind | 2026-02 | 3900.00 | 840.00 | 3060.00
1003 | Tom Becker | 2026-02 | 5200.00 | 1300.00 | 3900.00
1004 | Ida Holm | 2026-02 | 2800.00 | 520.00 | 2280.00

## (none) | en | bank accounts
Account Number | Account Name | Bank | IBAN | Currency | Active
1210 | Main account | Commerzbank | DE02120300000000202051 | EUR | Yes
1220 | Customs deferment | Postbank | DE02100100100006820101 | EUR | Yes
1230 | Dollar account | HSBC | GB33BUKB20201555555555 | USD | Yes
1240 | Old account | Sparkasse | DE02500105170137075030 | EUR | No

## (none) | en | contacts with a flag
ID | First Name | Last Name | Email | Company | Active
1001 | Robert | Frank | r.frank@nordwind.test | Nordwind Trading GmbH | true
1002 | Marie | Dubois | m.dubois@kaiser.test | Kaiser Foods Ltd | true
1003 | Jan | Visser | j.visser@delta.test | Delta Paper BV | false
1004 | Olga | Novak | o.novak@blue.test | Blue Harbour Co | true

## (none) | en | customers with a flag
No. | Name | E-Mail | Active
10000 | Nordwind Trading GmbH | info@nordwind.test | Yes
20000 | Kaiser Foods Ltd | office@kaiser.test | Yes
30000 | Delta Paper BV | post@delta.test | No
40000 | Blue Harbour Inc. | mail@blue.test | Yes

## (none) | en | suppliers by short name
Supplier Code | Supplier Name | Email | Status
MSK | Maersk | ops@maersk.test | Active
HLC | Hapag | ops@hapag.test | Active
CMA | CMA CGM | ops@cma.test | Inactive
ONE | Ocean Network | ops@one.test | Active

## (none) | en | tax offices
Tax Office Code | Tax Office | City | Active
2201 | Hamburg-Mitte | Hamburg | Yes
2202 | Hamburg-Nord | Hamburg | Yes
2450 | Bremen | Bremen | No
2717 | Rostock | Rostock | Yes

## (none) | en | VAT numbers
VAT Number | Company | Country | Valid
DE123456789 | Nordwind Trading GmbH | DE | Yes
GB987654321 | Kaiser Foods Ltd | GB | No
NL001234567B01 | Delta Paper BV | NL | Yes
BE0123456789 | Blue Harbour NV | BE | Yes

## (none) | en | sales tax groups
Sales Tax Group | Description | Active
DOM | Domestic customers | Yes
EU | European Union | Yes
EXP | Export customers | Yes
OLD | Former customers | No

## (none) | en | jurisdictions
Tax Jurisdiction | Description | State | Active
CA-LA | Los Angeles County | CA | true
CA-SF | San Francisco City | CA | true
NY-NYC | New York City | NY | true
TX-HAR | Harris County | TX | false

## (none) | en | boxes of a tax return
Tax Code | Description | Active
81 | Taxable sales at the standard rate | true
86 | Taxable sales at the reduced rate | true
66 | Input tax from invoices | true
83 | Remaining advance payment | true

## (none) | en | service centres
Service Center Code | Name | City | Active
SC01 | Hamburg Harbour | Hamburg | Y
SC02 | Bremen North | Bremen | Y
SC03 | Rostock | Rostock | N
SC04 | Kiel | Kiel | Y

## (none) | en | services of carriers
Service Code | Service Name | Carrier | Transit Days | Active
AE7 | Asia Europe Express 7 | MAEU | 32 | Y
TA3 | Transatlantic 3 | HLCU | 14 | Y
FE2 | Far East Loop 2 | CMDU | 35 | N
ME1 | Middle East 1 | MSCU | 21 | Y

## (none) | en | user groups
Group ID | User Group | Members | Active
10 | Finance users | 12 | true
20 | Operations users | 48 | true
30 | Warehouse users | 7 | true
40 | Former users | 0 | false

## (none) | en | job titles
Code | Job Title | Department | Active
AC | Accountant | Finance | Yes
OP | Operations Clerk | Export | Yes
WM | Warehouse Manager | Warehouse | Yes
TR | Trainee | Export | No

## (none) | en | benefits of employees
Employee Benefit Code | Benefit | Category | Active
CAR | Company car | Mobility | Y
BIKE | Leased bicycle | Mobility | Y
MEAL | Meal voucher | Food | Y
GYM | Sports club | Health | N

## (none) | en | devices of users
Device ID | User | Email | Model | Last Seen | Active
D-001 | Karl Otto | karl@firm.test | ThinkPad T14 | 2026-03-01 | true
D-002 | Karl Otto | karl@firm.test | iPhone 14 | 2026-03-01 | true
D-003 | Eva Lind | eva@firm.test | ThinkPad T14 | 2026-02-27 | true
D-004 | Tom Becker | tom@firm.test | Pixel 8 | 2025-11-01 | false

## (none) | en | leave requests
Request ID | Employee | Email | From | To | Status
R-1 | Karl Otto | karl@firm.test | 2026-03-02 | 2026-03-06 | Approved
R-2 | Eva Lind | eva@firm.test | 2026-04-01 | 2026-04-03 | Approved
R-3 | Tom Becker | tom@firm.test | 2026-05-11 | 2026-05-12 | Rejected
R-4 | Ida Holm | ida@firm.test | 2026-06-01 | 2026-06-19 | Approved

## (none) | en | applicants
Applicant ID | Name | Email | Position | Applied | Status
A-71 | Karl Otto | karl@mail.test | Forwarder | 2026-01-02 | Rejected
A-72 | Eva Lind | eva@mail.test | Forwarder | 2026-01-04 | Active
A-73 | Tom Becker | tom@mail.test | Accountant | 2026-01-07 | Active
A-74 | Ida Holm | ida@mail.test | Accountant | 2026-01-09 | Rejected

## (none) | en | interest rates
Code | Description | Rate | Active
EUR3M | Euribor 3 months | 3.9 | true
EUR6M | Euribor 6 months | 3.8 | true
SOFR | Secured overnight | 5.3 | true
LIBOR | London interbank | 5.1 | false

## (none) | en | commissions
Commission Code | Description | Rate | Active
AG1 | Agent in Asia | 5 | true
AG2 | Agent in Europe | 3 | true
AG3 | Agent overseas | 7 | true
OLD | Former agent | 2 | false

## (none) | de | Zahlungsbedingungen
Schlüssel | Bezeichnung | Tage | Skonto % | Aktiv
30 | 30 Tage netto | 30 | 0 | ja
14 | 14 Tage netto | 14 | 0 | ja
10 | 10 Tage 2 % Skonto | 10 | 2 | ja
0 | Vorkasse | 0 | 3 | nein

## (none) | de | Ansprechpartner der Lieferanten
Nr | Vorname | Nachname | E-Mail | Lieferant | Aktiv
1 | Robert | Frank | r.frank@nordwind.test | Nordwind Spedition GmbH | ja
2 | Marie | Dubois | m.dubois@kaiser.test | Kaiser Transporte KG | ja
3 | Jan | Visser | j.visser@delta.test | Delta Logistik AG | nein
4 | Olga | Novak | o.novak@blau.test | Blauhafen OHG | ja

## (none) | fr | fournisseurs
Code fournisseur | Nom | Courriel | Actif
F001 | Transports du Nord SARL | info@nord.test | Oui
F002 | Mer et Terre SA | contact@mer.test | Oui
F003 | Papiers Delta SAS | post@delta.test | Non
F004 | Port Bleu SARL | mail@bleu.test | Oui

## (none) | pl | kontrahenci
Kod | Nazwa | NIP | E-mail | Aktywny
K001 | Transport Północ Sp. z o.o. | 5250001009 | biuro@polnoc.test | tak
K002 | Owoce Południa S.A. | 5250002009 | biuro@owoce.test | tak
K003 | Papier Delta Sp. z o.o. | 5250003009 | biuro@delta.test | nie
K004 | Port Niebieski S.A. | 5250004009 | biuro@port.test | tak
`;
