/** Lists of charge codes and ledger accounts with English headings. Lists marked real have the headings and forms of a public file, with invented personal values. */
export const englishCharges = `
## charge-code | en | CargoWise charge codes | invented
AC_PK | AC_Code | AC_Desc | AC_LocalDescription | AC_ChargeType | AC_ChargeGroup | AC_AT_SellGSTRate | AC_AT_CostGSTRate | AC_IsActive | AC_SystemLastEditTimeUtc
7d1a0b1e-0000-4000-8000-000000000001 | AFRT | International Air Freight | Luftfracht | MRG | FRT | FREEVAT | FREEVAT | true | 2025-11-02 07:31:22
7d1a0b1e-0000-4000-8000-000000000002 | OTHC | Origin Terminal Handling | Umschlag Abgang | MRG | ORG | VAT19 | VAT19 | true | 2025-10-12 10:00:00
7d1a0b1e-0000-4000-8000-000000000003 | DTHC | Destination Terminal Handling | Umschlag Ankunft | MRG | DST | VAT19 | VAT7 | false | 2024-01-20 16:45:09
7d1a0b1e-0000-4000-8000-000000000004 | OFRT | Ocean Freight | Seefracht | MRG | FRT | FREEVAT | FREEVAT | true | 2025-11-02 07:31:22
7d1a0b1e-0000-4000-8000-000000000005 | CUS | Customs Duty | Zoll | DIS | DST | FREEVAT | FREEVAT | true | 2025-01-15 12:30:00
= external_id: AC_PK
~ external_id: AC_Code
= updated_at: AC_SystemLastEditTimeUtc
= code: AC_Code
= description: AC_Desc
= charge_type: AC_ChargeGroup
= tax_code: AC_AT_SellGSTRate
= is_active: AC_IsActive
map charge_type: FRT=freight, ORG=origin, DST=destination

## charge-code | en | eFMS charges with a rate in VAT | invented
Code(*) | Name En(*) | Name Local(*) | Unit | Unit Price | Currency | VAT | Type(*) | Service(*) | Status
SF001 | Ocean freight | Cước biển | CONT | 0 | USD | 0 | DEBIT | SE;SI | Active
SF002 | THC | Phí xếp dỡ | CONT | 120 | USD | 8 | DEBIT | SI | Active
SF003 | D/O fee | Phí lệnh giao hàng | SET | 35 | USD | 8 | CREDIT | SI | Inactive
SF004 | Customs clearance | Phí hải quan | SHPT | 50 | USD | 10 | OBH | AI;SI | Active
= external_id: Code(*)
= code: Code(*)
= description: Name En(*)
~ description: Name Local(*)
= is_active: Status
map is_active: Active=true, Inactive=false

## charge-code | en | McLeod with several companies | invented
company_id | id | descr | incl_in_freight | is_fuel_surcharge | is_taxable
TMS | FSC | Fuel surcharge | N | Y | N
TMS | DET | Detention | N | N | N
TMS2 | FSC | Fuel surcharge | N | Y | N
TMS2 | LUM | Lumper | N | N | N
TMS2 | DET | Detention at stop | N | N | Y
= external_id: company_id +"|" id
= code: id
= description: descr

## charge-code | en | OTM accessorial codes | invented
accessorialCodeGid | accessorialCodeXid | accessorialDesc | domainName | isVatExempt | updateDate | insertDate
ACME.FUEL | FUEL | Fuel surcharge | ACME | N | 2025-06-01T10:00:00Z | 2020-01-01T00:00:00Z
ACME.LIFT | LIFT | Liftgate | ACME | N | 2025-07-11T08:00:00Z | 2020-01-01T00:00:00Z
BETA.FUEL | FUEL | Fuel surcharge | BETA | Y | 2025-06-01T10:00:00Z | 2021-03-01T00:00:00Z
= external_id: accessorialCodeGid
= updated_at: updateDate
= code: accessorialCodeXid
= description: accessorialDesc

## charge-code | en | origin or destination by type, Freightek | invented
CODE | DESCRIPTION | TYPE | CURRENCY | PRICE
THCO | Terminal handling at origin | Origin | EUR | 210
DOC | Documentation | Origin | EUR | 45
THCD | Terminal handling at destination | Destination | EUR | 225
DO | Delivery order | Destination | EUR | 60
CFS | CFS receiving | Origin | EUR | 30
= external_id: CODE
= code: CODE
= description: DESCRIPTION
= charge_type: TYPE
map charge_type: Origin=origin, Destination=destination

## charge-code | en | rate sheet with one code on many rows | invented
Port | Charge Code | Charge Name | Container | Amount | Currency
DEHAM | THC | Terminal Handling Charge | 20DV | 230 | EUR
DEHAM | THC | Terminal Handling Charge | 40HC | 230 | EUR
NLRTM | THC | Terminal Handling Charge | 20DV | 210 | EUR
NLRTM | DOC | Documentation Fee | 20DV | 45 | EUR
DEHAM | DOC | Documentation Fee | 20DV | 50 | EUR
NLRTM | ISPS | Security Fee | 20DV | 14 | EUR
= external_id: (none)
= code: Charge Code
= description: Charge Name

## charge-code | en | GoFreight billing codes | invented
Billing Code | Name (English) | Name (Local) | GL Code (Revenue) | GL Code (Cost) | Ocean Import | Ocean Export | Air Import | Deactivated
OFR | OCEAN FREIGHT | 海運費 | 4100 | 5100 | Y | Y | N | N
THC | TERMINAL HANDLING | 碼頭操作費 | 4110 | 5110 | Y | Y | N | N
AMS | AMS FEE | AMS費 | 4120 | 5120 | N | Y | Y | Y
= external_id: Billing Code
= code: Billing Code
= description: Name (English)
~ description: Name (Local)
= is_active: not Deactivated

## charge-code | en | ShipLogix charges | invented
Charge Code | Charge Description | Charge Group | Category | Charge Type | Status
OCF | Ocean freight | FREIGHT | CARRIER REIMBURSEMENT | SEA | ACTIVE
DOC | Documentation | LOCAL | AGENCY REVENUE | SEA | ACTIVE
AWB | Air waybill fee | LOCAL | AGENCY REVENUE | AIR | INACTIVE
TRK | Trucking | INLAND | CARRIER REIMBURSEMENT | ROAD | ACTIVE
= external_id: Charge Code
= code: Charge Code
= description: Charge Description
= is_active: Status
map is_active: ACTIVE=true, INACTIVE=false

## charge-code | en | UN Rec 23 freight codes | invented
Group | SubGroup | Detail | Code | Name | Description
1 | 00 | 000 | 100000 | FREIGHT CHARGES | Heading
1 | 01 | 001 | 101001 | Base freight | Freight for carriage
1 | 01 | 002 | 101002 | Fuel adjustment | Bunker adjustment
2 | 01 | 001 | 201001 | Loading | Loading of goods
6 | 09 | 999 | 609999 | Other | Miscellaneous charge
= external_id: Code
= code: Code
= description: Name
~ description: Description

## charge-code | en | QuickBooks Online items | invented
Id | Name | FullyQualifiedName | Description | Active | Type | IncomeAccountRef_Name | SalesTaxCodeRef_Value | UnitPrice | MetaData_LastUpdatedTime
1 | Air freight | Air freight | International air freight | true | Service | Freight income | NON | 0 | 2026-01-03T10:15:22-08:00
2 | Customs entry | Customs entry | Entry filing | true | Service | Brokerage income | NON | 125 | 2025-11-13T09:00:00-08:00
4 | Storage | Storage | Warehouse storage | false | Service | Other income | TAX | 2 | 2025-06-30T16:20:10-07:00
= external_id: Id
= updated_at: MetaData_LastUpdatedTime
= description: Name
~ description: Description
= tax_code: SalesTaxCodeRef_Value
= is_active: Active
~ code: Name

## charge-code | en | IATA other charges | invented
Code | Description
AC | Animal container
AW | Air waybill fee
CD | Clearance and handling - destination
CH | Clearance and handling - origin
FC | Charges collect fee
= external_id: Code
= code: Code
= description: Description

## charge-code | en | court fee schedule | invented
fee_code | fee_name | fee_amount | effective_date | statute_reference | active_flag
CF001 | Civil filing fee | 250.00 | 2023-07-01 | 28-1914 | Y
CF002 | Copy fee per page | 0.50 | 2020-12-01 | 28-1914 | Y
CF003 | Search fee | 32.00 | 2020-12-01 | 28-1914 | N
= external_id: fee_code
= code: fee_code
= description: fee_name
= is_active: active_flag

## charge-code | en | surcharge sheet | invented
Surcharge | Abbreviation | Applies to | Basis | Currency
Bunker Adjustment Factor | BAF | All trades | per TEU | USD
Currency Adjustment Factor | CAF | All trades | percent | USD
Peak Season Surcharge | PSS | Asia-Europe | per TEU | USD
Port Congestion Surcharge | PCS | Selected ports | per TEU | EUR
= external_id: Abbreviation
= code: Abbreviation
= description: Surcharge

## charge-code | en | CargoWise charge codes, all columns | invented
Code | Description | Local Description | Charge Type | Charge Group | Is Active | Cost GST Rate | Sell GST Rate | Department Filter | System Last Edit Time
AFRT | Air Freight | Luftfracht | MRG | FRT | Y | FREE | FREE | FEA;FIA | 12-Mar-26 09:15
CUST | Customs Clearance | Verzollung | MRG | DST | Y | GST | GST | ALL | 03-Jan-26 17:40
DUTY | Customs Duty | Zoll | DIS | DST | Y | FREE | FREE | ALL | 28-Feb-26 11:02
PICK | Pick Up | Abholung | MRG | ORG | N | GST | GST | ALL | 15-Feb-26 13:21
= external_id: Code
= code: Code
= description: Description
= charge_type: Charge Group
= tax_code: Sell GST Rate
= is_active: Is Active
= updated_at: System Last Edit Time
map charge_type: FRT=freight, DST=destination, ORG=origin

## charge-code | en | GoFreight billing codes (2) | invented
Billing Code | Name (English) | Name (Local) | GL Code (Revenue) | GL Code (Cost) | OI | OE | AI | AE | Status
OFR | OCEAN FREIGHT | 海運費 | 4010 | 5010 | V | V |  |  | Active
AFR | AIR FREIGHT | 空運費 | 4020 | 5020 |  |  | V | V | Active
THC | TERMINAL HANDLING CHARGE | 吊櫃費 | 4030 | 5030 | V | V |  |  | Active
OLD | OLD CHARGE | 舊費用 | 4099 | 5099 |  |  |  |  | Inactive
= external_id: Billing Code
= code: Billing Code
= description: Name (English)
= is_active: Status

## charge-code | en | Magaya items and services | invented
Code | Description | Type | Account | Price | Currency | Tax Code | Inactive
AIRFRT-I | Air Freight Service | Income | 4100 Freight Income | 0.00 | USD | T7 | False
AIRFRT-E | Air Freight Service | Expense | 5100 Freight Cost | 0.00 | USD |  | False
INLFRT-I | Inland Freight | Income | 4110 Inland Income | 0.00 | USD | T7 | False
HANDL-I | Handling | Income | 4120 Handling | 25.00 | USD | T7 | True
= external_id: Code
= code: Code
= description: Description
= tax_code: Tax Code
= is_active: not Inactive

## charge-code | en | eFMS charge template | invented
Code(*) | Name En(*) | Name Local(*) | Unit | Unit Price | Currency | VAT | Type(*) | Service(*) | Status
AI_AFR | Air freight | Cước hàng không | KGS | 2.5 | USD | 0 | DEBIT | AI | Active
SE_THC | Terminal handling | Phí xếp dỡ | CONT | 120 | USD | 10 | CREDIT | SE;SI | Active
SE_BL | B/L fee | Phí vận đơn | SET | 35 | USD | 10 | OBH | SE | Inactive
= external_id: Code(*)
= code: Code(*)
= description: Name En(*)
= is_active: Status

## charge-code | en | ShipLogix charges (2) | invented
Charge Code | Charge Name | Charge Group | Category | Charge Type | Status | Created On
DOC | Documentation Fee | DOCUMENTATION | AGENCY REVENUE | SEA | ACTIVE | 01/02/2020
DET | Detention | EQUIPMENT | CARRIER REIMBURSEMENT | SEA | ACTIVE | 01/02/2020
AWB | Airway Bill Fee | DOCUMENTATION | AGENCY REVENUE | AIR | INACTIVE | 05/06/2021
= external_id: Charge Code
= code: Charge Code
= description: Charge Name
= is_active: Status

## charge-code | en | McLeod other charge codes | invented
company_id | id | descr | incl_in_freight | is_fuel_surcharge | is_taxable | gl_acct
TMS | FSC | Fuel surcharge | Y | Y | N | 4010
TMS | LUMP | Lumper | N | N | N | 4020
TMS2 | FSC | Fuel surcharge | Y | Y | N | 4010
TMS2 | DET | Detention | N | N | Y | 4030
= external_id: company_id +"|" id
= code: id
= description: descr

## charge-code | en | Freightek charges with stage | invented
CHARGE CODE | CHARGE NAME | TYPE | UNIT | TAX % | ACTIVE
OTHC | Origin THC | Origin | CNTR | 18 | Yes
DTHC | Destination THC | Destination | CNTR | 18 | Yes
DOFEE | Delivery Order Fee | Destination | BL | 18 | No
PUP | Pick up | Origin | SHPT | 18 | Yes
= external_id: CHARGE CODE
= code: CHARGE CODE
= description: CHARGE NAME
= charge_type: TYPE
= is_active: ACTIVE
map charge_type: Origin=origin, Destination=destination

## charge-code | en | UN Rec 23 extract | invented
Group | Subgroup | Code | Description | Duplicate
1 | 00 | 000 | FREIGHT CHARGES | 
1 | 01 | 000 | Basic freight | 
1 | 01 | 001 | Freight, basic, air | X
2 | 00 | 000 | GOODS HANDLING CHARGES | 
2 | 01 | 001 | Handling, general | 
= external_id: Group +"" Subgroup +"" Code
= code: Group +"" Subgroup +"" Code
= description: Description
~ code: Code
~ external_id: (none)
~ code: (none)
~ charge_type: Group

## charge-code | en | IATA other charge codes | invented
Code | Meaning
AC | Animal Container
AW | Air Waybill Fee
CD | Clearance and Handling - Destination
CH | Clearance and Handling - Origin
= external_id: Code
= code: Code
= description: Meaning

## charge-code | en | QuickBooks item list | invented
Item | Description | Type | Cost | Price | Sales Tax Code | Account | Active Status
Freight:Air | Air freight | Service | 0.00 | 0.00 | Non | Freight Income | Active
Freight:Ocean | Ocean freight | Service | 0.00 | 0.00 | Non | Freight Income | Active
Handling | Terminal handling | Service | 0.00 | 45.00 | Tax | Handling Income | Not-active
= external_id: Item
= code: Item
= description: Description
= tax_code: Sales Tax Code
= is_active: Active Status
map is_active: Active=true, Not-active=false

## charge-code | en | chart of accounts of a small business | real
id | company_id | code | name | account_type | sub_type | description | is_system | is_active | tax_code
539046d9-606b-4f99-8251-73c7ad07daa0 | 29946c71-6cdc-4a03-8749-2a16578bb7e1 | 1-1000 | Bank Account - Operating | asset | current_asset |  | True | True | Non-Taxable
3d71dfe5-ed03-4802-adf8-5aec1a3b92a9 | 29946c71-6cdc-4a03-8749-2a16578bb7e1 | 1-2000 | Office Equipment | asset | fixed_asset |  | False | True | Taxable
136f1560-9dae-4ed7-a979-d25ab8068d6c | 29946c71-6cdc-4a03-8749-2a16578bb7e1 | 4-1000 | Sales Revenue | revenue | operating_revenue |  | True | True | Taxable
63bc8c8e-0ebe-478d-8b68-20d4487f6b75 | 29946c71-6cdc-4a03-8749-2a16578bb7e1 | 5-1100 | Shipping & Delivery | expense | cogs |  | False | True | Taxable
f8fc1214-3151-4cd6-8ae5-e766a2d8af1c | 29946c71-6cdc-4a03-8749-2a16578bb7e1 | 6-2000 | Rent Expense | expense | operating_expense |  | False | True | Non-Taxable
= external_id: id
~ external_id: code
= code: code
= description: name
= is_active: is_active
~ tax_code: tax_code

## charge-code | en | chart of accounts with parents | real
id | account_code | account_name | account_type | parent_account_id | account_level | supports_children | is_transactional | currency | status | created_at | updated_at | short_code | comp_id | location_id
1 | 100000000000000 | Assets | Assets | NULL | 1 | 1 | 0 | USD | Active | 10/6/2025 21:51 | NULL | NULL | 1 | 1
2 | 100010000000000 | Current Assets | Assets | 1 | 2 | 1 | 0 | USD | Active | 10/6/2025 21:51 | NULL | NULL | 1 | 1
7 | 100010000000001 | Cash in Hand | Assets | 2 | 4 | 0 | 1 | USD | Active | 10/6/2025 21:51 | NULL | NULL | 1 | 1
143 | 500010000000004 | Freight Inward | Expenses | 133 | 4 | 0 | 1 | USD | Active | 10/6/2025 21:52 | NULL | NULL | 1 | 1
= external_id: id
~ external_id: account_code
= code: account_code
= description: account_name
= is_active: status
~ updated_at: updated_at

## charge-code | en | bank ledger | real
name | account_category | gl_code
1. Assets | 1 | 10000000
1.1 Cash and Cash Equivalents | 1 | 11000000
4.1.2 Fee Income | 4 | 41200000
4.1.3 Penalty Income | 4 | 41300000
5. Expenses | 5 | 50000000
= external_id: gl_code
= code: gl_code
= description: name

## charge-code | en | publisher fee tiers | real
publisher | publisher_id | product_fee_tier | fee | fee_calc
sportsite | PUBSPO001 | audience + | 0.36 | run-time
sportsite | PUBSPO001 | context + | 0.26 | eom
sportsite | PUBSPO001 | context | 0.16 | run-time
sportsite | PUBSPO001 | publisher-omp | 0.1 | run-time
~ external_id: product_fee_tier
~ external_id: publisher_id +"|" product_fee_tier
~ code: product_fee_tier
~ description: product_fee_tier

## charge-code | en | service items with dates | real
UID | Title | Description | Date From | Date To
1 | Service 1 | Description 1 | 2024-12-31T23:00:00.000Z | 2025-12-30T23:00:00.000Z
2 | Service 2 | Description 2 | 2024-12-31T23:00:00.000Z | 2025-12-30T23:00:00.000Z
3 | Service 1 | Description 1 | 2024-12-31T23:00:00.000Z | 2025-12-30T23:00:00.000Z
= external_id: UID
~ code: UID
= description: Title
~ description: Description
~ is_active: until Date To

## charge-code | en | ledger accounts, active in words | real
account_id | account_name | account_type | parent_account | active
GL4000 | Facilities Expense | Expense | NULL | Yes
GL4500 | Office Lease Expense | Expense | GL4000 | Yes
GL5100 | Electricity Expense | Expense | GL5000 | Yes
GL2110 | Accrued Utilities | Liability | GL2100 | Yes
= external_id: account_id
= code: account_id
= description: account_name
= is_active: active

## charge-code | en | accounts for month end | real
Account | Account Name | Type
1000 | Cash - Operating | Asset
1100 | Accounts Receivable | Asset
1590 | Accumulated Depreciation | Contra Asset
4100 | Professional Services Revenue | Revenue
6300 | Rent & Facilities | Expense
= external_id: Account
= code: Account
= description: Account Name

## charge-code | en | small ledger | real
account_id | account_name | account_type
1000 | Cash | Asset
1010 | Bank Account | Asset
2010 | TDS Payable | Liability
4010 | Service Revenue | Revenue
5060 | Freight Expense | Expense
= external_id: account_id
= code: account_id
= description: account_name

## charge-code | en | accounts with a flag in French | real
Code | Account Name | Type | Allow Reconciliation
101100 | Uncalled committed capital | Equity | FAUX
101200 | Capital subscribed, called, not paid | Equity | FAUX
151000 | Accelerated depreciation | Current Liabilities | FAUX
411100 | Customers | Receivable | VRAI
= external_id: Code
= code: Code
= description: Account Name

## charge-code | en | ledger with keywords and a flag | real
gl_code | account_name | account_type | description | keywords | active
1500 | Computer Equipment | Asset | Capitalisable IT hardware with unit cost at or above the threshold | laptop, server | true
5100 | Freight Inbound | Expense | Shipping and freight charges on purchased goods | freight, shipping, delivery | true
6000 | Office Supplies | Expense | Consumable office stationery and supplies | paper, toner | true
6700 | Bank Fees | Expense | Bank and payment processing charges | bank charge, wire fee | true
6999 | Legacy Suspense | Expense | Retired suspense account - do not use |  | false
= external_id: gl_code
= code: gl_code
= description: account_name
~ description: description
= is_active: active
map is_active: true=true, false=false

## charge-code | en | template with header rows | real
code | name | type | subtype | description | isHeader
1000 | Assets | Asset | Header | Top-level asset category | true
1011 | Checking Account | Asset | Cash | Primary business checking account | false
2400 | Sales Tax Payable | Liability | Tax | Collected sales tax owed to government | false
5030 | Shipping and Delivery | Expense | COGS | Costs to ship products to customers | false
6130 | Bank Fees and Charges | Expense | Financial | Bank service charges and transaction fees | false
= external_id: code
= code: code
= description: name
~ description: description

## charge-code | en | Business Central chart | real
No. | Name | Account Type | Account Category | Account Subcategory
10100 | Cash | Posting | Assets | Cash
14200 | VAT Receivable | Posting | Assets | Prepaid Expenses
20000 | Current Liabilities | Begin-Total | Liabilities | 
40100 | Sales - Electronics | Posting | Income | Income - Sales
50400 | Freight and Customs | Posting | Cost of Goods Sold | Cost of Materials
= external_id: No.
= code: No.
= description: Name

## charge-code | en | SAP ledger accounts | real
gl_account | account_name | account_type | financial_statement_category | normal_balance | co_relevant
100000 | Bank Account | Asset | Balance Sheet | Debit | No
120000 | Input VAT 19% | Asset | Balance Sheet | Debit | No
210000 | Output VAT 19% | Liability | Balance Sheet | Credit | No
400000 | Consulting Revenue | Revenue | Income Statement | Credit | Yes
580000 | Bank Charges | Expense | Income Statement | Debit | Yes
= external_id: gl_account
= code: gl_account
= description: account_name

## charge-code | en | Australian ledger with tax codes | real
gl_account | account_name | account_type | account_group | normal_balance | tax_code | bas_field | cost_center_required | active | standard_ref | notes
GL-1100 | Cash & Bank Accounts | Asset | Balance Sheet | Debit | N/A | N/A | No | Yes | AASB 107 | Group operating accounts
GL-1200 | Trade Receivables (AR) | Asset | Balance Sheet | Debit | G1 | 1A | Yes | Yes | AASB 9 | Progress claims raised and outstanding
GL-2100 | Trade Payables (AP) | Liability | Balance Sheet | Credit | G11 | 1B | Yes | Yes | AASB 9 | Approved supplier invoices
GL-6500 | Regulatory Fees & Permit Costs | Expense | Income Statement | Debit | G12 | N/A | Yes | Yes | TAA 1953 | Government charges
GL-7200 | IT & Systems | Expense | Income Statement | Debit | G11 | 1B | No | Yes | AASB 138 | Shared services recharge
= external_id: gl_account
= code: gl_account
= description: account_name
~ description: notes
= tax_code: tax_code
= is_active: active

## charge-code | en | personal books without numbers | real
Element | Classification | Account | Cash Source | Subaccount
Assets | Current Assets | Cash |  | Checking
Assets | Current Assets | Cash |  | Savings
Assets | Current Assets | Prepaid Expenses | Operating | Prepaid Groceries
Expenses | Fixed Costs | Utilities Expenses | Operating | Gas
Expenses | Fixed Costs | Utilities Expenses | Operating | Electricity
~ external_id: Subaccount
= description: Subaccount
~ description: Account
~ description: (none)

## charge-code | en | Xero chart, banks without codes | real
*Code | *Name | *Type | *Tax Code | Description | Dashboard | Expense Claims | Enable Payments | Balance
 | Bank Liquidity Manager - 31699421 | Bank | No VAT |  | No | No | No | 
101 | Giving: Regular Internal Gift Aid | Other Income | No VAT |  | Yes | No | No | 
200 | Sales | Revenue | 20% (VAT on Income) | Income from any normal business activity | No | No | No | 
310 | Cost of Goods Sold | Direct Costs | No VAT | Cost of goods sold by the business | Yes | No | No | 
404 | Bank Charges | Overhead | Exempt Expenses | Fees charged by your bank | Yes | No | No | 
425 | Postage and stationery | Overhead | 20% (VAT on Expenses) | Expenses on postage, freight & courier costs and stationery | Yes | No | No | 
429 | General Expenses | Overhead | 20% (VAT on Expenses) | Expenses of the general running of the business | Yes | No | No | 
469 | Rent | Overhead | No VAT | Payments made to lease a building or area | Yes | No | No | 
489 | Telephone & Internet | Overhead | 20% (VAT on Expenses) | Expenses from phone calls and connections | Yes | No | No | 
493 | Travel - National | Overhead | No VAT | Expenses from any domestic travel | Yes | No | No | 
500 | Corporation Tax | Overhead | No VAT | Tax payable on business profits | Yes | No | No | 
= external_id: *Code
= code: *Code
= description: *Name
~ description: Description
= tax_code: *Tax Code
~ tax_code: (none)

## charge-code | en | accounts by key, number and region | real
AccountKey | AccountNumber | AccountName | Category_L1 | Subcategory_L2 | DetailGroup_L3 | Region | Department
1010-GEN | 101000 | Petty Cash | Assets | Current Assets | Cash & Cash Equivalents | Global | Corporate/HQ
1020-US | 102001 | Operating Bank Account - USD | Assets | Current Assets | Cash & Cash Equivalents | United States | Finance & Legal
2200-GEN | 220000 | Sales Tax Payable (VAT/GST) | Liabilities | Current Liabilities | Tax Liabilities | Global | Corporate/HQ
5130-GEN | 513000 | Freight-In / Shipping Inbound | Expenses | Cost of Goods Sold | Logistics Costs | Global | Corporate/HQ
6230-GEN | 623000 | Marketing Agency Fees | Expenses | Operating Expenses | Marketing & Selling | Global | Corporate/HQ
= external_id: AccountKey
~ external_id: AccountNumber
= code: AccountNumber
~ code: AccountKey
= description: AccountName

## charge-code | en | telephone charges by destination | real
ChargeCode | Description | Peak Per Minute | Off Peak Per Minute | Weekend Per Minute | Peak Call Set Up Charge | Off Peak Call Set Up Charge | Weekend Call Set Up Charge | Minimum Charge
AFG | Afghanistan | 0.4299 | 0.4299 | 0.4299 | 0 | 0 | 0 | 0.01
ALB | Albania | 0.2199 | 0.2199 | 0.2199 | 0 | 0 | 0 | 0.01
DZA | Algeria | 0.3199 | 0.3199 | 0.3199 | 0 | 0 | 0 | 0.01
= external_id: ChargeCode
= code: ChargeCode
= description: Description

## charge-code | en | hospital charge master | real
Chargecode | Description |  | CPT | 1/1/22 Fee
10001 | ROOM AND BOARD SEMI PRIVATE |  |  | 1850.00
10452 | XR CHEST 2 VIEWS |  | 71046 | 310.00
10877 | LAB COMPLETE BLOOD COUNT |  | 85025 | 96.00
= external_id: Chargecode
= code: Chargecode
= description: Description

## charge-code | en | Xero accounts of a small firm | real
Code | Name | Type | TaxType
0010 | Freehold Property | Fixed | NONE
0020 | Plant and Machinery | Fixed | NONE
4000 | Sales North | Revenue | OUTPUT2
5100 | Carriage | Direct Costs | INPUT2
7504 | Office Stationery | Overhead | INPUT2
= external_id: Code
= code: Code
= description: Name
= tax_code: TaxType

## charge-code | en | Axelor accounts with parents | real
code | parent_code | name | accountType.technicalTypeSelect | reconcileOk | company_code
BAL | 0 | Balance Sheet | view | false | ACME
A000 | BAL | Fixed assets | view | false | ACME
1000 | A000 | Software | fixed_assets | false | ACME
400000 | F000 | Sales category 1 | income | false | ACME
624100 | G000 | Freight on purchases | charge | false | ACME
= external_id: code
= code: code
= description: name

## charge-code | en | QuickBooks account list | real
Account # | Full name | Type | Detail type | Description | Total balance
1000 | Checking | Bank | Checking |  | 12500.00
4000 | Services | Income | Service/Fee Income | Forwarding services | 
5010 | Freight | Cost of Goods Sold | Shipping, Freight & Delivery - COS | Ocean and air freight | 
6010 | Bank Charges | Expenses | Bank Charges |  | 
= external_id: Account #
= code: Account #
= description: Full name
~ description: Description

## charge-code | en | invoice plugin accounts with parents | real
account_code |  account_name |  parent_account_code |  account_nature |  account_type |  cashflow_category |  is_partner_account
1 | Assets |  | heading | assets |  | 
11 | Cash | 1 | summary | assets |  | 
1110 | Cash | 11 | detail | assets |  | 
1210 | Account Receivable | 12 | detail | assets | operating | yes
2 | Liabilities |  | heading | liabilities |  | 
2110 | Account Payable | 21 | detail | liabilities | operating | yes
2320 | Shipping Fee | 23 | detail | liabilities | operating | 
4110 | Sales Revenues | 41 | detail | revenues |  | 
5110 | Cost of Goods Sold | 51 | detail | costs of sales |  | 
6110 | Rent Expense | 61 | detail | expenses |  | 
= external_id: account_code
= code: account_code
= description: account_name

## charge-code | en | accounts with a description of each | real
account_code | account_name | account_type | account_subtype | normal_balance | is_active | description
1000 | Cash - Operating | Asset | Current Asset | Debit | Yes | Primary operating checking account
1010 | Cash - Payroll | Asset | Current Asset | Debit | Yes | Dedicated payroll account
2000 | Accounts Payable | Liability | Current Liability | Credit | Yes | Amounts owed to vendors
3100 | Retained Earnings | Equity | Equity | Credit | Yes | Cumulative earnings retained
4010 | Tax Preparation Revenue | Revenue | Operating Revenue | Credit | Yes | Revenue from tax filing services
5100 | Rent Expense | Expense | Operating Expense | Debit | Yes | Office space rental
= external_id: account_code
= code: account_code
= description: account_name
~ description: description
= is_active: is_active
`;
