/**
 * Exports of orgs as accounting and freight systems write them, and similar lists, with answers written before
 * Lading read them. `=` names the column of a field, and `~` a different right answer. A field that is not named
 * is in no column and must be left open. `any` before a record type means that a draft must ask for the type.
 */
export const orgs = `
## org | en | CargoWise organisations
OH_Code | OH_FullName | OH_IsActive | OH_IsConsignee | OH_IsForwarder | OB_IsCreditor | OB_IsDebtor | OA_Address1 | OA_City | OA_State | OA_PostCode | OA_RN_NKCountryCode
MAEAUSSYD | Maersk Australia Pty Ltd | Y | N | N | Y | N | 1 Market Street | Sydney | NSW | 2000 | AU
ACMEFOODS | Acme Foods Pty Ltd | Y | Y | N | N | Y | 20 Dock Road | Melbourne | VIC | 3000 | AU
OLDTRUCK | Old Trucking Pty Ltd | N | N | N | Y | Y | 5 Mill Lane | Perth | WA | 6000 | AU
GLOBFRT | Global Freight Ltd | Y | N | Y | Y | Y | 9 Quay | Auckland | AUK | 1010 | NZ
= external_id: OH_Code
= code: OH_Code
= name: OH_FullName
= is_active: OH_IsActive
= is_creditor: OB_IsCreditor
= is_debtor: OB_IsDebtor
= address_line_1: OA_Address1
= city: OA_City
= state: OA_State
= postal_code: OA_PostCode
= country: OA_RN_NKCountryCode

## org | en | CargoWise Native XML
PK | Code | FullName | IsShippingProvider | IsConsignee | OrgAddressCollection.OrgAddress.PK | OrgAddressCollection.OrgAddress.CompanyNameOverride | OrgAddressCollection.OrgAddress.Address1 | OrgAddressCollection.OrgAddress.City | OrgAddressCollection.OrgAddress.State | OrgAddressCollection.OrgAddress.PostCode | OrgAddressCollection.OrgAddress.IsActive | OrgAddressCollection.OrgAddress.CountryCode.@TableName | OrgAddressCollection.OrgAddress.CountryCode.Code | OrgCompanyDataCollection.OrgCompanyData.APPaymentTermDays | OrgCompanyDataCollection.OrgCompanyData.APPaymentTerms | OrgCompanyDataCollection.OrgCompanyData.IsDebtor | OrgCompanyDataCollection.OrgCompanyData.IsCreditor | OrgCompanyDataCollection.OrgCompanyData.GlbCompany.Code
3d83 | OCELINLHR | Ocean Line Ltd | true | false | d858 | OCEAN LINE UK | 1 Quay | Southampton | HNS | SO14 2AQ | true | RefCountry | GB | 30 | INV | false | true | LHR
3d84 | ACMEFDLHR | Acme Foods Ltd | false | true | d859 | ACME FOODS UK | 2 Dock | London | LND | E14 3PS | true | RefCountry | GB | 14 | INV | true | false | LHR
3d85 | TWINAGPAR | Twin Agents SA | false | true | d860 | TWIN AGENTS FR | 3 Rue | Lille | NOR | 59000 | false | RefCountry | FR | 45 | COD | true | true | LHR
= external_id: PK
= code: Code
= name: FullName
= address_line_1: OrgAddressCollection.OrgAddress.Address1
= city: OrgAddressCollection.OrgAddress.City
= state: OrgAddressCollection.OrgAddress.State
= postal_code: OrgAddressCollection.OrgAddress.PostCode
= country: OrgAddressCollection.OrgAddress.CountryCode.Code
= days_to_pay: OrgCompanyDataCollection.OrgCompanyData.APPaymentTermDays
= is_creditor: OrgCompanyDataCollection.OrgCompanyData.IsCreditor
~ is_debtor: OrgCompanyDataCollection.OrgCompanyData.IsDebtor
~ is_debtor: (none)

## org | en | Business Central vendors
No. | Name | Search Name | Address | Address 2 | City | Country/Region Code | Post Code | Phone No. | Contact | Vendor Posting Group | Payment Terms Code | Currency Code | VAT Registration No. | E-Mail | Blocked | Balance (LCY)
V10000 | London Postmaster Ltd | LONDON POSTMASTER LTD | 10 North Lake Avenue | | London | GB | N12 5XY | 020 1 | Mrs. Carol Philips | DOMESTIC | 1M(8D) | GBP | GB895 | a@lp.test | | 0.00
V20000 | AR Day Property | AR DAY PROPERTY | 100 Day Drive | | London | GB | N1 3YZ | 020 2 | Mr. Frank Lee | DOMESTIC | 14 DAYS | GBP | GB274 | b@ar.test | All | -120.00
V30000 | CoolWood Technologies | COOLWOOD TECHNOLOGIES | 33 Hitech Drive | Unit 4 | Hull | GB | HU1 2AA | 020 3 | Mr. Richard Bready | DOMESTIC | CM | GBP | GB697 | c@cw.test | | -88.10
V40000 | Lewis Home Furniture | LEWIS HOME FURNITURE | 51 Radcroft Road | | Atlanta | US | 31772 | 404 1 | Mr. Allan Vinther | FOREIGN | CM | USD | | d@lh.test | Payment | 0.00
= external_id: No.
= code: No.
= name: Name
= address_line_1: Address
= city: City
= country: Country/Region Code
= postal_code: Post Code
= is_creditor: { constant: true }
~ is_creditor: (none)

## org | de | SAP Kreditoren
LIFNR | NAME1 | NAME2 | LAND1 | ORT01 | PSTLZ | STRAS | STCEG | ZTERM | SPERR | LOEVM | ERDAT
0000100012 | Hafenlogistik Nord GmbH | | DE | Hamburg | 20457 | Am Sandtorkai 1 | DE811 | Z030 | | | 20190403
0000100013 | Spedition Krüger | & Söhne KG | DE | Bremen | 28195 | Hafenstr. 9 | DE812 | Z014 | X | | 20190404
0000100014 | Rotterdam Terminal BV | | NL | Rotterdam | 3199 LA | Europaweg 875 | NL001 | Z030 | | | 20200111
0000100015 | Alte Reederei AG | | CH | Basel | 4051 | Rheingasse 2 | CHE1 | Z030 | | X | 20150630
= external_id: LIFNR
= code: LIFNR
= country: LAND1
= city: ORT01
= postal_code: PSTLZ
= address_line_1: STRAS
= is_creditor: { constant: true }
~ is_creditor: (none)

## org | de | Kreditorenstamm
Kreditorennummer | Firmenname | Straße | PLZ | Ort | Land | USt-IdNr. | IBAN | BIC | Zahlungsziel (Tage) | Ansprechpartner | E-Mail Ansprechpartner | Gesperrt
70001 | Müller Transporte GmbH | Industriestr. 4 | 20457 | Hamburg | Deutschland | DE123 | DE02120300000000202051 | BYLADEM1001 | 30 | Anna Kern | a.kern@mt.test | nein
70002 | Alpen Spedition GmbH | Lagerweg 2 | 6020 | Innsbruck | Österreich | ATU1 | AT611904300234573201 | OPSKATWW | 14 | Josef Huber | j.huber@as.test | nein
70003 | Kaikran AG | Kai 7 | 4051 | Basel | Schweiz | CHE2 | CH9300762011623852957 | POFICHBE | 30 | Urs Frei | u.frei@kk.test | ja
= external_id: Kreditorennummer
= code: Kreditorennummer
= name: Firmenname
= address_line_1: Straße
= postal_code: PLZ
= city: Ort
= country: Land
= days_to_pay: Zahlungsziel (Tage)
= is_active: not Gesperrt
= is_creditor: { constant: true }
= contacts: Ansprechpartner + E-Mail Ansprechpartner

## org | de | DATEV Debitoren und Kreditoren
Konto | Name (Adressattyp Unternehmen) | Kurzbezeichnung | EU-Land | EU-UStID | Straße | Postleitzahl | Ort | Land | Telefon | E-Mail | IBAN-Nr. 1
70100 | Seefracht Kontor GmbH | SEEKON | DE | 111111111 | Baumwall 5 | 20459 | Hamburg | DE | 040 1 | info@sk.test | DE89370400440532013000
70101 | Terminal Wien GmbH | TERWIE | AT | U22222222 | Hafen 3 | 1020 | Wien | AT | 01 1 | info@tw.test | AT483200000012345864
10200 | Kundenwerk AG | KUNWER | DE | 333333333 | Werkstr. 1 | 80331 | München | DE | 089 1 | info@kw.test | DE75512108001245126199
= external_id: Konto
~ external_id: (none)
= code: Kurzbezeichnung
~ code: Konto
~ code: (none)
= name: Name (Adressattyp Unternehmen)
= address_line_1: Straße
= postal_code: Postleitzahl
= city: Ort
= country: Land
~ country: (none)

## org | es | Proveedores
Código | Razón social | Nombre comercial | NIF | Dirección | Población | Provincia | C.P. | País | Teléfono | Email | Forma de pago | Días de pago | IBAN | Baja
P0001 | Transportes Ibéricos SL | Transibérica | B12345678 | Calle Mayor 1 | Madrid | Madrid | 28013 | ES | 910 1 | info@ti.test | Transferencia | 30 | ES9121000418450200051332 | No
P0002 | Naviera del Sur SA | Navisur | A87654321 | Muelle 4 | Cádiz | Cádiz | 11006 | ES | 956 1 | info@ns.test | Recibo | 60 | ES7921000813610123456789 | No
P0003 | Despachos Lusos Lda | Lusos | PT501 | Rua 3 | Lisboa | Lisboa | 1100-012 | PT | 351 1 | info@dl.test | Transferencia | 30 | PT50000201231234567890154 | Sí
= external_id: Código
= code: Código
= name: Razón social
= address_line_1: Dirección
= city: Población
= state: Provincia
= postal_code: C.P.
= country: País
= days_to_pay: Días de pago
= is_active: not Baja

## org | fr | Fournisseurs Sage
Code fournisseur | Intitulé | Raison sociale | Adresse | Complément | Code postal | Ville | Pays | N° TVA | SIRET | Délai de paiement (jours) | Mis en sommeil
FMAERSK | MAERSK FR | Maersk France SAS | 12 quai du Port | | 76600 | Le Havre | France | FR11 | 111 | 30 | Non
FDOUANE | DOUANE EXP | Douane Express SARL | 3 rue du Fret | Bât. B | 95700 | Roissy | France | FR22 | 222 | 45 | Non
FBELTRK | BELTRUCK | Beltruck SPRL | 8 Kaai | | 2030 | Anvers | Belgique | BE33 | 333 | 30 | Oui
= external_id: Code fournisseur
= code: Code fournisseur
= name: Raison sociale
~ name: (none)
= address_line_1: Adresse
= postal_code: Code postal
= city: Ville
= country: Pays
= days_to_pay: Délai de paiement (jours)
= is_active: not Mis en sommeil
~ is_active: (none)
= is_creditor: { constant: true }

## org | it | Anagrafica fornitori
Codice fornitore | Ragione sociale | Indirizzo | CAP | Città | Prov. | Nazione | Partita IVA | Codice fiscale | Pagamento | Attivo
F00001 | Spedizioni Tirreno Srl | Via Porto 1 | 57123 | Livorno | LI | IT | 01234567890 | 01234567890 | RB60 | Sì
F00002 | Autotrasporti Po SpA | Via Emilia 22 | 29121 | Piacenza | PC | IT | 09876543210 | 09876543210 | BB30 | Sì
F00003 | Linea Adriatica Srl | Molo 5 | 60121 | Ancona | AN | IT | 01112223334 | 01112223334 | BB30 | No
= external_id: Codice fornitore
= code: Codice fornitore
= name: Ragione sociale
= address_line_1: Indirizzo
= postal_code: CAP
= city: Città
= state: Prov.
= country: Nazione
= is_active: Attivo
= is_creditor: { constant: true }

## org | pt | Fornecedores (Brasil)
Código do Fornecedor | Razão Social | Nome Fantasia | CNPJ | Endereço | Município | UF | CEP | País | Condição de Pagamento | Situação
1001 | Transportadora Santos Ltda | Santos | 11.111.111/0001-11 | Av. Portuária 10 | Santos | SP | 11013-001 | Brasil | 30 DDL | Ativo
1002 | Terminal Itajaí SA | Teita | 22.222.222/0001-22 | Rua do Cais 4 | Itajaí | SC | 88301-000 | Brasil | 15 DDL | Ativo
1003 | Agência Marítima Sul Ltda | AMS | 33.333.333/0001-33 | Rua 7 | Rio Grande | RS | 96200-000 | Brasil | 30 DDL | Inativo
= external_id: Código do Fornecedor
= code: Código do Fornecedor
= name: Razão Social
= address_line_1: Endereço
= city: Município
= state: UF
= postal_code: CEP
= country: País
= is_active: Situação
= is_creditor: { constant: true }

## org | nl | Crediteuren
Crediteurnr | Naam | Adres | Postcode | Plaats | Land | BTW-nummer | IBAN | Betalingstermijn (dagen) | Contactpersoon | E-mail | Actief
20001 | Havenbedrijf West BV | Kade 1 | 3011 AA | Rotterdam | NL | NL01 | NL91ABNA0417164300 | 30 | P. de Boer | p@hw.test | J
20002 | Van Dam Transport NV | Dijk 22 | 2000 | Antwerpen | BE | BE01 | BE68539007547034 | 14 | K. Maes | k@vd.test | J
20003 | Douane Service BV | Plein 5 | 1118 CX | Schiphol | NL | NL02 | NL02ABNA0123456789 | 30 | M. Bos | m@ds.test | N
= external_id: Crediteurnr
= code: Crediteurnr
= name: Naam
= address_line_1: Adres
= postal_code: Postcode
= city: Plaats
= country: Land
= days_to_pay: Betalingstermijn (dagen)
= is_active: Actief
= is_creditor: { constant: true }
= contacts: Contactpersoon + E-mail

## org | pl | Kontrahenci z rodzajem
Akronim | Nazwa | NIP | Ulica | Kod pocztowy | Miasto | Kraj | Dostawca | Odbiorca | Archiwalny
MAERSKPL | Maersk Polska Sp. z o.o. | 1111111111 | Morska 1 | 81-332 | Gdynia | PL | Tak | Nie | Nie
HURTFOOD | Hurtownia Food Sp. z o.o. | 2222222222 | Polna 4 | 00-625 | Warszawa | PL | Nie | Tak | Nie
CELNYEX | Agencja Celna Export SA | 3333333333 | Portowa 9 | 70-001 | Szczecin | PL | Tak | Tak | Tak
= external_id: Akronim
= code: Akronim
= name: Nazwa
= address_line_1: Ulica
= postal_code: Kod pocztowy
= city: Miasto
= country: Kraj
= is_creditor: Dostawca
= is_debtor: Odbiorca
= is_active: not Archiwalny
~ is_active: (none)
~ external_id: (none)
~ code: (none)

## org | sv | Leverantörer
Leverantörsnr | Namn | Adress | Postnr | Ort | Landkod | Org.nr | Bankgiro | Betalningsvillkor | Aktiv
1001 | Göteborgs Hamn AB | Kajgatan 1 | 411 04 | Göteborg | SE | 556000-0001 | 111-1111 | 30 | Ja
1002 | Nordfrakt A/S | Havnevej 2 | 2100 | København | DK | 556000-0002 | 222-2222 | 14 | Ja
1003 | Tullservice AB | Gränsv. 3 | 452 30 | Strömstad | SE | 556000-0003 | 333-3333 | 30 | Nej
= external_id: Leverantörsnr
= code: Leverantörsnr
= name: Namn
= address_line_1: Adress
= postal_code: Postnr
= city: Ort
= country: Landkod
= is_active: Aktiv
= is_creditor: { constant: true }

## org | zh | 供应商
供应商编码 | 供应商名称 | 税号 | 国家 | 城市 | 地址 | 邮编 | 开户行 | 银行账号 | 账期(天) | 状态
S0001 | 上海远洋物流有限公司 | 91310000A | CN | 上海 | 浦东大道1号 | 200120 | 工商银行 | 6222001 | 30 | 启用
S0002 | 宁波港集装箱有限公司 | 91330200B | CN | 宁波 | 港口路2号 | 315800 | 建设银行 | 6227002 | 60 | 启用
S0003 | 香港航运有限公司 | HK003 | HK | 香港 | 皇后大道3号 | 999077 | 汇丰银行 | 0040003 | 30 | 停用
= external_id: 供应商编码
= code: 供应商编码
= name: 供应商名称
= country: 国家
= city: 城市
= address_line_1: 地址
= postal_code: 邮编
= days_to_pay: 账期(天)
= is_active: 状态
= is_creditor: { constant: true }

## org | en | business partners of SAP B1
CardCode | CardName | CardType | Country | City | ZipCode | Address | validFor | LicTradNum
V1010 | Far East Imports Ltd | S | US | New York | 10001 | 1 Main St | Y | 11
C2000 | Maxi-Teq Inc | C | US | Chicago | 60601 | 2 Oak St | Y | 12
V2020 | Blockies Corporation | S | CA | Toronto | M5H 2N2 | 3 King St | N | 13
L3000 | Prospect Ltd | L | US | Boston | 02108 | 4 Bay St | Y | 14
= external_id: CardCode
= code: CardCode
= name: CardName
= country: Country
= city: City
= postal_code: ZipCode
= address_line_1: Address
= is_active: validFor
~ is_active: (none)

## org | en | Odoo partners
id | name | ref | street | city | zip | country_id/code | supplier_rank | customer_rank | active | is_company | vat | email
7 | Ocean Line Ltd | OCE | 1 Quay St | Bristol | BS1 4DJ | GB | 1 | 0 | True | True | GB1 | a@ol.test
8 | Acme Foods Ltd | ACM | 2 Dock Rd | London | E14 1AA | GB | 0 | 1 | True | True | GB2 | b@af.test
9 | Terminal Co Ltd | TRM | 3 Pier | Hull | HU1 1AA | GB | 1 | 1 | False | True | GB3 | c@tc.test
= external_id: id
= code: ref
~ code: (none)
= name: name
= address_line_1: street
= city: city
= postal_code: zip
= country: country_id/code
= is_creditor: supplier_rank
~ is_creditor: (none)
= is_debtor: customer_rank
~ is_debtor: (none)
= is_active: active

## org | en | NetSuite vendors
Internal ID | ID | Name | Category | Inactive | Primary Currency | Terms | Billing Address 1 | Billing City | Billing State/Province | Billing Zip | Billing Country | Is Vendor
201 | V201 | Pacific Drayage LLC | Trucker | No | USD | Net 30 | 100 Harbor Blvd | Long Beach | CA | 90802 | United States | Yes
202 | V202 | Evergreen Shipping Agency Corp | Carrier | No | USD | Net 15 | 1 Evertrust Plaza | Jersey City | NJ | 07302 | United States | Yes
203 | V203 | Maple Customs Inc | Broker | Yes | CAD | Net 30 | 55 Bay St | Toronto | ON | M5J | Canada | Yes
= external_id: Internal ID
= code: ID
~ code: (none)
= name: Name
= is_active: not Inactive
= address_line_1: Billing Address 1
= city: Billing City
= state: Billing State/Province
= postal_code: Billing Zip
= country: Billing Country
= is_creditor: Is Vendor

## org | en | Magaya entities
Entity ID | Entity Name | Entity Type | Street & Number | City | State | Zip Code | Country | Phone | Email | Status
1001 | American Trucking LLC | Vendor | 9 Road | Miami | FL | 33101 | US | 305 1 | a@at.test | Active
1002 | Best Foods Inc | Customer | 8 Ave | Orlando | FL | 32801 | US | 407 1 | b@bf.test | Active
1003 | Twin Agents SA | Customer and Vendor | 7 Calle | Panama | | 0801 | PA | 507 1 | c@ta.test | Inactive
= external_id: Entity ID
= name: Entity Name
= is_creditor: Entity Type
= is_debtor: Entity Type
= address_line_1: Street & Number
= city: City
= state: State
= postal_code: Zip Code
= country: Country
= is_active: Status
~ code: (none)

## any | en | JDE address book
Address Number | Alpha Name | Search Type | Tax ID | Address Line 1 | City | State | Postal Code | Country Code
4242 | Capital System Inc | V | 84-1 | 1 Plaza | Denver | CO | 80202 | US
4343 | Parts Emporium Ltd | V | 84-2 | 2 Plaza | Denver | CO | 80203 | US
4344 | Big Buyer Corp | C | 84-3 | 3 Plaza | Boise | ID | 83702 | US

## org | en | carrier list
Carrier Code | Carrier Name | SCAC | Country | Active
C001 | Maersk Line AS | MAEU | DK | Y
C002 | Hapag-Lloyd AG | HLCU | DE | Y
C003 | Zim Lines Ltd | ZIMU | IL | N
= external_id: Carrier Code
= code: Carrier Code
= name: Carrier Name
= country: Country
= is_active: Active
= is_creditor: { constant: true }
~ is_creditor: (none)

## org | en | Oracle suppliers
VENDOR_ID | SEGMENT1 | VENDOR_NAME | VENDOR_SITE_CODE | ADDRESS_LINE1 | CITY | STATE | ZIP | COUNTRY | TERMS_DAYS | ENABLED_FLAG
30001 | 5013 | Advanced Network Devices Inc | MAIN | 10 Tech Way | San Jose | CA | 95101 | US | 30 | Y
30002 | 5014 | Star Gate Ltd | MAIN | 2 Gate | London | | EC1 | GB | 45 | Y
30003 | 5015 | Capp Consulting LLC | MAIN | 4 Hill | Austin | TX | 73301 | US | 30 | N
= external_id: VENDOR_ID
= code: SEGMENT1
~ code: (none)
= name: VENDOR_NAME
= address_line_1: ADDRESS_LINE1
= city: CITY
= state: STATE
= postal_code: ZIP
= country: COUNTRY
= days_to_pay: TERMS_DAYS
= is_active: ENABLED_FLAG
= is_creditor: { constant: true }

## org | tr | Tedarikçi listesi
Tedarikçi Kodu | Unvan | Vergi No | Adres | Şehir | Ülke | Posta Kodu | Vade (gün) | Durum
T001 | Marmara Nakliyat Ltd. Şti. | 111 | Liman Cad. 1 | İstanbul | TR | 34000 | 30 | Aktif
T002 | Ege Denizcilik A.Ş. | 222 | Kordon 2 | İzmir | TR | 35000 | 45 | Aktif
T003 | Eski Gümrük Ltd. Şti. | 333 | Kapıkule 3 | Edirne | TR | 22000 | 30 | Pasif
= external_id: Tedarikçi Kodu
= code: Tedarikçi Kodu
= name: Unvan
~ name: (none)
= address_line_1: Adres
= city: Şehir
= country: Ülke
= postal_code: Posta Kodu
= days_to_pay: Vade (gün)
= is_active: Durum
= is_creditor: { constant: true }

## org | en | suppliers with two addresses and bank data
Supplier Number | Supplier Name | Legal Name | Remit Country | Registered Country | Bank Country | Account Number | IBAN | Currency | Status
S-1 | Ocean | Ocean Line Ltd | GB | IE | GB | 12345678 | GB33BUKB20201555555555 | GBP | Active
S-2 | Term | Terminal Services BV | NL | NL | DE | 87654321 | NL91ABNA0417164300 | EUR | Active
S-3 | Truck | Trucking GmbH | DE | DE | DE | 11223344 | DE89370400440532013000 | EUR | Closed
= external_id: Supplier Number
= code: Supplier Number
= name: Legal Name
~ name: (none)
= is_active: Status
= is_creditor: { constant: true }

## any | en | customers only
Customer Code | Customer Name | Address | City | Post Code | Country | Credit Limit | VAT No | On Hold
C100 | Acme Foods Ltd | 2 Dock Rd | London | E14 1AA | GB | 5000 | GB1 | N
C200 | Beta Paper BV | Waal 9 | Rotterdam | 3011 | NL | 9000 | NL1 | N
C300 | Gamma SA | Rue 3 | Lille | 59000 | FR | 100 | FR1 | Y

## any | de | Debitorenliste
Debitorennummer | Firma | Straße | PLZ | Ort | Land | Gesperrt
10001 | Werk Nord GmbH | Allee 1 | 20457 | Hamburg | DE | nein
10002 | Süd Handel KG | Weg 2 | 80331 | München | DE | nein
10003 | Ostware AG | Gasse 3 | 1020 | Wien | AT | ja

## not | en | staff with a vendor
Employee ID | Full Name | Email | Vendor | Active
1001 | Petra Vogel | p.vogel@acme.test | Randstad GmbH | Y
1002 | Uwe Kern | u.kern@acme.test | Adecco AG | Y
1003 | Anna Gross | a.gross@acme.test | Randstad GmbH | N

## not | en | jobs with their suppliers
Job Number | Supplier Code | Supplier Name | Charge Code | Net | VAT | Gross
S1 | OCE | Ocean Line Ltd | FRT | 10.00 | 0.00 | 10.00
S1 | TRM | Terminal Co Ltd | THC | 20.00 | 4.00 | 24.00
S2 | OCE | Ocean Line Ltd | FRT | 30.00 | 0.00 | 30.00

## not | en | contacts of suppliers
Contact ID | First Name | Last Name | Email | Supplier | Position
1 | Mei | Tan | mei@oce.test | Ocean Line Ltd | Accounts
2 | Li | Wu | li@oce.test | Ocean Line Ltd | Sales
3 | Jan | Bos | jan@trm.test | Terminal Co BV | Director

## not | en | bank accounts of suppliers
Supplier Code | Supplier Name | Bank Name | IBAN | BIC | Currency
OCE | Ocean Line Ltd | Barclays | GB33BUKB20201555555555 | BUKBGB22 | GBP
OCE | Ocean Line Ltd | HSBC | GB33HSBC20201555555556 | HBUKGB4B | USD
TRM | Terminal Co BV | ABN | NL91ABNA0417164300 | ABNANL2A | EUR

## not | en | open items of suppliers
Supplier Code | Supplier Name | Document No | Due Date | Amount | Currency
OCE | Ocean Line Ltd | 884 | 2026-03-01 | 100.00 | EUR
TRM | Terminal Co BV | 17 | 2026-03-02 | 50.00 | EUR
OCE | Ocean Line Ltd | 885 | 2026-03-03 | 70.00 | EUR

## org | en | Sage 50 suppliers
Account Reference | Company Name | Street 1 | Street 2 | Town | County | Postcode | Country Code | Contact Name | Telephone | E-Mail | VAT Registration Number | Currency | Payment Due Days | Account Status | Analysis 1 | Inactive Flag
CON001 | Concept Stationery Supplies Ltd | 66 Green Street | Byker | Newcastle | Tyne & Wear | NE1 5RT | GB | Nigel Smith | 0191 1 | a@con.test | GB1 | GBP | 30 | 0 | A | 0
MCN001 | McNally Computers Ltd | 24 High St | | Carlisle | Cumbria | CA1 1AA | GB | Jane Roe | 0122 1 | b@mcn.test | GB2 | GBP | 14 | 0 | B | 0
SUP003 | Superior Technologies Ltd | 6 Low Rd | Unit 1 | Dublin | Dublin | D02 | IE | Tim Oak | 01 1 | c@sup.test | IE3 | EUR | 30 | 1 | A | 1
= external_id: Account Reference
= code: Account Reference
= name: Company Name
= address_line_1: Street 1
= city: Town
= state: County
= postal_code: Postcode
= country: Country Code
= days_to_pay: Payment Due Days
~ days_to_pay: (none)
= is_active: not Inactive Flag
~ is_active: (none)
~ is_creditor: { constant: true }
~ is_creditor: (none)

## org | en | QuickBooks vendor list
Vendor | Company | Main Phone | Main Email | Street1 | City | State | Zip | Country | Account No. | Terms | Eligible for 1099 | Tax ID | Balance Total | Active Status
Bay Drayage | Bay Drayage LLC | 415 1 | a@bd.test | 1 Pier | Oakland | CA | 94607 | US | 4411 | Net 30 | Yes | 94-1 | 120.50 | Active
Peak Air | Peak Air Freight Inc | 303 1 | b@pa.test | 2 Field | Denver | CO | 80249 | US | | Net 15 | No | 84-1 | 0.00 | Active
Old Dock | Old Dock Co | 206 1 | c@od.test | 3 Quay | Seattle | WA | 98101 | US | 99 | Due on receipt | No | 91-1 | 0.00 | Not-active
~ external_id: Vendor
~ external_id: (none)
~ code: (none)
~ code: Vendor
~ name: Company
~ name: (none)
= address_line_1: Street1
= city: City
= state: State
= postal_code: Zip
= country: Country
= is_active: Active Status
~ is_active: (none)
= is_creditor: { constant: true }

## org | en | carriers with status called state
Carrier ID | Carrier Name | Mode | State | Country of Registry | MC Number | Onboarded
1 | Blue Truckers Inc | ROAD | Active | US | 111 | 2024-01-01
2 | Fast Air Ltd | AIR | Active | GB | 222 | 2024-02-01
3 | Slow Sea SA | SEA | Suspended | FR | 333 | 2024-03-01
= external_id: Carrier ID
~ external_id: (none)
~ code: (none)
= name: Carrier Name
= country: Country of Registry
~ country: (none)
= is_active: State
~ is_active: (none)
= is_creditor: { constant: true }

## org | de | Lieferantenliste Lexware
Lieferanten-Nr. | Matchcode | Firma 1 | Firma 2 | Straße | Land-Kz. | PLZ | Ort | Ust-Id-Nr. | Zahlungsbedingung | Ziel Tage | Skonto Tage | Sperrkennzeichen
L1001 | NORDLOG | Nordlogistik GmbH | | Am Hafen 2 | DE | 24103 | Kiel | DE1 | 30 netto | 30 | 10 | 
L1002 | SUEDAIR | Südair Cargo | Zweigniederlassung München | Flughafenstr. 1 | DE | 85356 | München | DE2 | 14 netto | 14 | 0 | 
L1003 | OSTBAHN | Ostbahn AG | | Gleis 9 | AT | 1020 | Wien | ATU | 30 netto | 30 | 10 | X
= external_id: Lieferanten-Nr.
= code: Lieferanten-Nr.
~ code: Matchcode
~ code: (none)
~ name: (none)
= address_line_1: Straße
= country: Land-Kz.
~ country: (none)
= postal_code: PLZ
= city: Ort
= days_to_pay: Ziel Tage
= is_creditor: { constant: true }

## org | de | Adressstamm einer Spedition
Adr.-Nr. | Kurzname | Name 1 | Straße | PLZ | Ort | LKZ | Kreditor J/N | Debitor J/N | Aktiv
100 | HAMKAI | Hamburger Kaigesellschaft mbH | Kai 1 | 20457 | Hamburg | D | J | N | J
101 | FRIMP | Frische Import GmbH | Markt 2 | 28195 | Bremen | D | N | J | J
102 | ZUEAIR | Zürich Air AG | Piste 3 | 8058 | Zürich | CH | J | J | N
~ external_id: Adr.-Nr.
~ external_id: (none)
= code: Kurzname
~ code: (none)
= name: Name 1
~ name: (none)
= address_line_1: Straße
= postal_code: PLZ
= city: Ort
= is_creditor: Kreditor J/N
= is_debtor: Debitor J/N
= is_active: Aktiv

## org | es | Maestro de acreedores
Cód. acreedor | Nombre fiscal | CIF | Domicilio | Localidad | Cód. postal | Provincia | País | Contacto | Correo contacto | Vencimiento (días) | Bloqueado
A-01 | Estibas Levante SL | B1 | Puerto 1 | Valencia | 46024 | Valencia | España | Luis Gil | l.gil@el.test | 60 | N
A-02 | Agencia Duanera BCN SA | A2 | Moll 2 | Barcelona | 08039 | Barcelona | España | Ana Pi | a.pi@ad.test | 30 | N
A-03 | Transitários Lda | P3 | Cais 3 | Lisboa | 1100 | Lisboa | Portugal | Rui Sá | r.sa@tl.test | 30 | S
= external_id: Cód. acreedor
= code: Cód. acreedor
= name: Nombre fiscal
= address_line_1: Domicilio
= city: Localidad
= postal_code: Cód. postal
= state: Provincia
= country: País
= contacts: Contacto + Correo contacto
~ contacts: (none)
~ days_to_pay: Vencimiento (días)
~ days_to_pay: (none)
= is_active: not Bloqueado
= is_creditor: { constant: true }

## org | fr | Tiers transporteurs
N° tiers | Type tiers | Nom du tiers | Adresse 1 | Adresse 2 | CP | Ville | Code pays | Actif O/N
T100 | Fournisseur | Routiers du Nord SARL | ZI Est | | 59000 | Lille | FR | O
T200 | Client | Verrerie SA | 2 rue B | | 51100 | Reims | FR | O
T300 | Les deux | Transit Sud SAS | Port 4 | Quai C | 13002 | Marseille | FR | N
= external_id: N° tiers
= code: N° tiers
~ code: (none)
= name: Nom du tiers
= address_line_1: Adresse 1
= postal_code: CP
= city: Ville
= country: Code pays
= is_active: Actif O/N
= is_creditor: Type tiers
= is_debtor: Type tiers

## org | it | Clienti e fornitori
Cod. | Tipo | Denominazione | Via | Cap | Comune | Provincia | Cod. nazione | P.IVA | Gg pagamento | Data cessazione
F01 | F | Porto Servizi Srl | Molo 1 | 16126 | Genova | GE | IT | 01 | 60 | 
F02 | F | Doganali Uniti Spa | Via 2 | 20100 | Milano | MI | IT | 02 | 30 | 31/12/2024
C01 | C | Vetri Srl | Via 3 | 30100 | Venezia | VE | IT | 03 | 30 | 
~ external_id: Cod.
~ external_id: (none)
= code: Cod.
= name: Denominazione
= address_line_1: Via
= postal_code: Cap
= city: Comune
= state: Provincia
= country: Cod. nazione
= days_to_pay: Gg pagamento

## org | pt | Fornecedores Primavera
Fornecedor | Nome | Morada | Localidade | Código Postal | Pais | Num. Contribuinte | Cond. Pagamento | Moeda | Inactivo
F0001 | Navegação Atlântica Lda | Cais 1 | Leixões | 4450 | PT | 501 | 30D | EUR | Não
F0002 | Despachante Norte SA | Rua 2 | Porto | 4000 | PT | 502 | 60D | EUR | Não
F0003 | Transportes Galiza SL | Rúa 3 | Vigo | 36201 | ES | B1 | 30D | EUR | Sim
= external_id: Fornecedor
= code: Fornecedor
= name: Nome
= address_line_1: Morada
= city: Localidade
= postal_code: Código Postal
= country: Pais
= is_active: not Inactivo
= is_creditor: { constant: true }

## org | nl | Relaties Exact
Code | Naam | Straat | Huisnummer | Postcode | Plaats | Land | Klant | Leverancier | Geblokkeerd
1001 | Kade BV | Kade | 1 | 3011 AA | Rotterdam | NL | Nee | Ja | Nee
1002 | Fruit NV | Markt | 22 | 2000 | Antwerpen | BE | Ja | Nee | Nee
1003 | Expeditie VOF | Plein | 5a | 1118 CX | Schiphol | NL | Ja | Ja | Ja
= external_id: Code
= code: Code
= name: Naam
~ address_line_1: (none)
= postal_code: Postcode
= city: Plaats
= country: Land
= is_creditor: Leverancier
= is_debtor: Klant
= is_active: not Geblokkeerd

## org | da | Kreditorer
Kreditornr. | Navn | Adresse | Postnr. | By | Land | CVR-nr. | Betalingsbetingelser | Spærret
5001 | Havn Service ApS | Kaj 1 | 8000 | Aarhus | Danmark | 11 | NET30 | Nej
5002 | Told og Spedition A/S | Vej 2 | 2770 | Kastrup | Danmark | 12 | NET14 | Nej
5003 | Färja AB | Gata 3 | 21119 | Malmö | Sverige | 13 | NET30 | Ja
= external_id: Kreditornr.
= code: Kreditornr.
= name: Navn
= address_line_1: Adresse
= postal_code: Postnr.
= city: By
= country: Land
= is_active: not Spærret
~ is_active: (none)
= is_creditor: { constant: true }

## org | ru | Поставщики
Код поставщика | Наименование | ИНН | Страна | Город | Адрес | Индекс | Статус
П001 | ООО Балттранс | 7801 | Россия | Санкт-Петербург | Наб. 1 | 190000 | Активен
П002 | ООО Порт Сервис | 2540 | Россия | Владивосток | ул. 2 | 690000 | Активен
П003 | ЗАО Терминал | 2315 | Россия | Новороссийск | ул. 3 | 353900 | Закрыт
= external_id: Код поставщика
= code: Код поставщика
= name: Наименование
~ name: (none)
= country: Страна
= city: Город
= address_line_1: Адрес
= postal_code: Индекс
~ postal_code: (none)
= is_active: Статус
~ is_active: (none)
= is_creditor: { constant: true }

## org | ja | 仕入先一覧
仕入先コード | 仕入先名 | 郵便番号 | 住所 | 国コード | 担当者 | 有効
K001 | 横浜海運株式会社 | 231-0001 | 横浜市中区1-1 | JP | 山田太郎 | 有効
K002 | 神戸倉庫株式会社 | 650-0001 | 神戸市中央区2-2 | JP | 佐藤花子 | 有効
K003 | 東京通関有限会社 | 105-0001 | 東京都港区3-3 | JP | 鈴木一郎 | 無効
= external_id: 仕入先コード
= code: 仕入先コード
= name: 仕入先名
= postal_code: 郵便番号
~ address_line_1: 住所
~ address_line_1: (none)
= country: 国コード
~ country: (none)
= is_active: 有効
~ is_active: (none)
= is_creditor: { constant: true }

## org | en | JSON of a freight platform
id | displayName | legalName | roles.payable | roles.receivable | address.line1 | address.city | address.postcode | address.country | paymentTerms.days | archived | updatedAt
8f1 | Oceanic | Oceanic Lines Ltd | true | false | 1 Quay | Bristol | BS1 | GB | 30 | false | 2026-02-01T10:00:00Z
8f2 | Acme | Acme Foods Ltd | false | true | 2 Dock | London | E14 | GB | 14 | false | 2026-02-02T10:00:00Z
8f3 | Twin | Twin Agents SA | true | true | 3 Rue | Lille | 59000 | FR | 45 | true | 2026-02-03T10:00:00Z
= external_id: id
~ code: (none)
= name: legalName
~ name: (none)
= is_creditor: roles.payable
= is_debtor: roles.receivable
= address_line_1: address.line1
= city: address.city
= postal_code: address.postcode
= country: address.country
= days_to_pay: paymentTerms.days
~ days_to_pay: (none)
= is_active: not archived
= updated_at: updatedAt

## org | en | vendors with a parent
Vendor ID | Vendor Name | Parent Vendor ID | Parent Vendor Name | Remit-To City | City | Pay Group | 1099 | Hold
501 | Gulf Marine LLC | 500 | Gulf Holding Inc | Houston | Galveston | A | N | N
502 | Gulf Trucks LLC | 500 | Gulf Holding Inc | Houston | Houston | A | Y | N
503 | Bay Barges Inc | 503 | Bay Barges Inc | Mobile | Mobile | B | N | Y
= external_id: Vendor ID
~ code: (none)
= name: Vendor Name
~ name: (none)
~ city: (none)
= is_creditor: { constant: true }

## not | en | rates of vendors
Vendor Code | Vendor Name | Origin Port | Destination Port | Container Type | Currency | Rate | Valid From | Valid To
MSC | MSC SA | DEHAM | USNYC | 20DV | USD | 1200 | 2026-01-01 | 2026-03-31
ONE | ONE Ltd | DEHAM | CNSHA | 20DV | USD | 900 | 2026-01-01 | 2026-03-31
ZIM | ZIM Ltd | DEHAM | ILHFA | 40HC | USD | 700 | 2026-01-01 | 2026-03-31

## not | en | warehouses
Warehouse Code | Warehouse Name | Address | City | Country | Capacity | Active
W1 | North Hub | 1 Rd | Leeds | GB | 4000 | Y
W2 | South Hub | 2 Rd | Dover | GB | 2500 | Y
W3 | Sea Hub | 3 Rd | Antwerp | BE | 9000 | N

## not | en | contracts with suppliers
Contract No | Supplier Name | Start Date | End Date | Value | Owner
CT1 | Ocean Line Ltd | 2025-01-01 | 2026-12-31 | 100000 | ann
CT2 | Terminal Co BV | 2025-02-01 | 2027-12-31 | 50000 | bob
CT3 | Trucking GmbH | 2025-03-01 | 2026-06-30 | 25000 | ann

## any | en | branches of companies
Branch Code | Company Name | City | Country
B1 | Group Alpha Ltd | Leeds | GB
B2 | Group Beta Ltd | Dover | GB
B3 | Group Gamma Ltd | Cork | IE

## not | en | drivers of carriers
Driver ID | Driver Name | Carrier | Licence No | Licence Expiry | Phone
D1 | John Miller | Blue Truckers Inc | L1 | 2027-01-01 | 1
D2 | Peter Novak | Fast Road Ltd | L2 | 2027-02-01 | 2
D3 | Maria Lopez | Slow Road SA | L3 | 2027-03-01 | 3

## not | de | Kreditorenposten offene
Kreditor | Kreditorname | Belegnr. | Belegdatum | Fällig am | Betrag | Währung
70001 | Müller Transporte GmbH | 884 | 01.02.2026 | 03.03.2026 | 1840,00 | EUR
70002 | Alpen Spedition GmbH | 17 | 02.02.2026 | 04.03.2026 | 90,00 | EUR
70003 | Kaikran AG | 18 | 03.02.2026 | 05.03.2026 | 12,00 | EUR
`;
