/** Lists of tax codes with English headings. Lists marked real have the headings and forms of a public file, with invented personal values. */
export const englishTaxes = `
## tax-code | en | Xero tax rates | invented
TaxType | Name | EffectiveRate | DisplayTaxRate | Status | ReportTaxType | CanApplyToAssets
OUTPUT2 | 20% (VAT on Income) | 20.0000 | 20.0000 | ACTIVE | OUTPUT | true
INPUT2 | 20% (VAT on Expenses) | 20.0000 | 20.0000 | ACTIVE | INPUT | true
ZERORATEDOUTPUT | Zero Rated Income | 0.0000 | 0.0000 | ACTIVE | OUTPUT | true
OLDOUTPUT | 17.5% (VAT on Income) | 17.5000 | 17.5000 | ARCHIVED | OUTPUT | true
= external_id: TaxType
= code: TaxType
= description: Name
= rate: EffectiveRate
~ rate: DisplayTaxRate
= is_active: Status
= direction: ReportTaxType
~ direction: (none)
map is_active: ACTIVE=true, ARCHIVED=false
unit: percent

## tax-code | en | MYOB tax codes | invented
Tax Code | Description | Tax Type | Rate | Linked Account for Tax Collected
GST | Goods & Services Tax | Goods & Services Tax | 10 | 2-1310
FRE | GST Free | Goods & Services Tax | 0 | 2-1310
EXP | Export Sales | Goods & Services Tax | 0 | 2-1310
ABN | No ABN Withholding | No ABN/TFN | -47 | 2-1320
= external_id: Tax Code
= code: Tax Code
= description: Description
= rate: Rate
= tax_type: Tax Type
~ tax_type: (none)
unit: percent

## tax-code | en | WooCommerce tax rates | invented
Country code | State code | Postcode / ZIP | City | Rate % | Tax name | Priority | Compound | Shipping | Tax class
US | CA | * | * | 7.2500 | CA Sales Tax | 1 | 0 | 0 | 
US | NY | * | * | 4.0000 | NY Sales Tax | 1 | 0 | 1 | 
US | TX | * | * | 6.2500 | TX Sales Tax | 1 | 0 | 1 | 
US | WA | * | * | 6.5000 | WA Sales Tax | 1 | 0 | 1 | reduced-rate
= description: Tax name
= rate: Rate %
= country: Country code
= region: Country code +"-" State code
unit: percent

## tax-code | en | rates of only 0 and 1, and a class letter | invented
code | description | tax_rate | class
E | Exempt | 0 | E
Z | Zero rated | 0 | Z
L | Luxury | 1 | S
= external_id: code
= code: code
= description: description
= rate: tax_rate
~ rate: (none)

## tax-code | en | Odoo account.tax template | invented
id | name | description | amount | amount_type | type_tax_use | tax_group_id | sequence | active | repartition_line_ids/document_type | description@de
tax_s_20 | 20% | 20% Sales | 20.0 | percent | sale | tax_group_20 | 1 | True | invoice | 20% Verkauf
 |  |  |  |  |  |  |  |  | refund | 
tax_p_20 | 20% | 20% Purchases | 20.0 | percent | purchase | tax_group_20 | 2 | True | invoice | 20% Einkauf
 |  |  |  |  |  |  |  |  | refund | 
tax_s_0 | 0% | 0% Exempt | 0.0 | percent | sale | tax_group_0 | 3 | False | invoice | 0% befreit
 |  |  |  |  |  |  |  |  | refund | 
= external_id: id
= description: description
~ description: name
= rate: amount
= direction: type_tax_use
= is_active: active
~ code: id
~ code: name
map direction: sale=output, purchase=input
unit: percent

## tax-code | en | Business Central posting setup | invented
VAT Bus. Posting Group | VAT Prod. Posting Group | Description | VAT Identifier | VAT % | VAT Calculation Type | Blocked
DOMESTIC | STANDARD | Domestic standard | VAT19 | 19 | Normal VAT | No
DOMESTIC | REDUCED | Domestic reduced | VAT7 | 7 | Normal VAT | No
EU | STANDARD | EU reverse charge | VAT19 | 19 | Reverse Charge VAT | No
EXPORT | STANDARD | Export | VAT0 | 0 | Normal VAT | Yes
= external_id: VAT Bus. Posting Group +"|" VAT Prod. Posting Group
~ external_id: (none)
= description: Description
= rate: VAT %
= is_active: not Blocked
~ code: VAT Identifier
unit: percent

## tax-code | en | Coupa tax codes | invented
ID | Name | Country Code | Tax Rate Percentage | Exempt? | Reverse Charge? | Start Date | End Date | Active
11 | DE-STD | DE | 19.0 | No | No | 2007-01-01 |  | Yes
12 | DE-RED | DE | 7.0 | No | No | 2007-01-01 |  | Yes
13 | GB-OLD | GB | 17.5 | No | No | 2008-12-01 | 2011-01-03 | No
= external_id: ID
= description: Name
~ description: (none)
= code: Name
~ code: (none)
= rate: Tax Rate Percentage
= country: Country Code
= valid_from: Start Date
= valid_to: End Date
= is_active: Active
unit: percent

## tax-code | en | US rates by zip code | invented
State | ZipCode | TaxRegionName | EstimatedCombinedRate | StateRate | EstimatedCountyRate | EstimatedCityRate | RiskLevel
CA | 90001 | LOS ANGELES | 0.0950 | 0.0600 | 0.0025 | 0.0000 | 1
CA | 90002 | LOS ANGELES | 0.0950 | 0.0600 | 0.0025 | 0.0000 | 1
CA | 90022 | EAST LA | 0.1025 | 0.0600 | 0.0025 | 0.0000 | 1
= description: TaxRegionName
~ description: (none)
= rate: EstimatedCombinedRate
~ rate: (none)
= region: State
~ region: (none)
~ external_id: ZipCode
~ code: ZipCode

## tax-code | en | Magento tax rates | invented
Code | Country | State | Zip/Post Code | Rate | Zip/Post is Range | Range From | Range To
US-CA-*-Rate 1 | US | CA | * | 8.25 |  |  | 
US-NY-*-Rate 1 | US | NY | * | 8.375 |  |  | 
GB standard | GB | * | * | 20 |  |  | 
= external_id: Code
= code: Code
= rate: Rate
= country: Country
= region: State
~ region: (none)
~ description: Code
unit: percent

## tax-code | en | SAP B1 with effective dates | invented
Code | Name | Category | EfctDate | Rate | Inactive
O1 | Output VAT 20% | Output | 2011-01-04 | 20.000000 | N
O2 | Output VAT 5% | Output | 1997-09-01 | 5.000000 | N
I1 | Input VAT 20% | Input | 2011-01-04 | 20.000000 | N
X9 | Output VAT 17.5% | Output | 1991-04-01 | 17.500000 | Y
= external_id: Code
= code: Code
= description: Name
= direction: Category
= rate: Rate
= valid_from: EfctDate
= is_active: not Inactive
map direction: Output=output, Input=input
unit: percent

## tax-code | en | PrestaShop taxes | invented
ID | Name | Rate | Enabled
1 | IVA IT 22% | 22.000 | 1
2 | IVA IT 10% | 10.000 | 1
3 | IVA IT 4% | 4.000 | 0
= external_id: ID
= description: Name
= rate: Rate
= is_active: Enabled
~ code: ID
~ code: Name
unit: percent

## tax-code | en | EU rates by country | invented
Country | Country code | Standard rate | Reduced rate | Super reduced rate
Austria | AT | 20 | 10 | 
Belgium | BE | 21 | 6 | 
Spain | ES | 21 | 10 | 4
France | FR | 20 | 5.5 | 2.1
= country: Country code
~ country: Country
= rate: Standard rate
~ rate: (none)
~ external_id: Country code
~ description: Country

## tax-code | en | ERPNext tax templates over companies | invented
Title | Company | Disabled | Account Head | Rate
Output GST In-state | Acme India | 0 | CGST - AI | 9
Output GST Out-state | Acme India | 0 | IGST - AI | 18
Output GST In-state | Acme Export | 0 | CGST - AE | 9
Output GST Out-state | Acme Export | 1 | IGST - AE | 18
= description: Title
= rate: Rate
= is_active: not Disabled
~ external_id: Company +"|" Title
~ code: Title
unit: percent

## tax-code | en | tax codes with jurisdiction and type | invented
Tax Code | Tax Name | Tax Type | Jurisdiction | Tax Rate | Effective From | Effective To | Status
CAGST | Canada GST | GST | CA | 5 | 01/01/2008 | 31/12/9999 | Active
CAHST-ON | Ontario HST | HST | CA | 13 | 01/07/2010 | 31/12/9999 | Active
CAQST | Quebec QST | QST | CA | 9.975 | 01/01/2013 | 31/12/9999 | Active
CAPST-BC | BC PST | PST | CA | 7 | 01/04/2013 | 15/08/2025 | Inactive
= external_id: Tax Code
= code: Tax Code
= description: Tax Name
= rate: Tax Rate
= tax_type: Tax Type
= country: Jurisdiction
~ country: (none)
= valid_from: Effective From
= valid_to: Effective To
= is_active: Status
map is_active: Active=true, Inactive=false
unit: percent

## tax-code | en | Xero tax rates (2) | invented
Name | TaxType | CanApplyToAssets | CanApplyToRevenue | DisplayTaxRate | EffectiveRate | Status
20% (VAT on Income) | OUTPUT2 | true | true | 20.0000 | 20.0000 | ACTIVE
20% (VAT on Expenses) | INPUT2 | true | false | 20.0000 | 20.0000 | ACTIVE
Zero Rated Income | ZERORATEDOUTPUT | true | true | 0.0000 | 0.0000 | ACTIVE
17.5% (VAT on Income) | OUTPUT | true | true | 17.5000 | 17.5000 | DELETED
= external_id: TaxType
= code: TaxType
= description: Name
= rate: EffectiveRate
~ rate: DisplayTaxRate
= is_active: Status
map is_active: ACTIVE=true, DELETED=false
unit: percent

## tax-code | en | CargoWise tax IDs | invented
Tax ID | Description | Tax Rate | Tax Type | Country | Is Active | Valid From | Valid To
GST | Goods and Services Tax | 10.0000 | GST | AU | Y | 01-Jul-00 | 
FREE | GST Free | 0.0000 | GST | AU | Y | 01-Jul-00 | 
WHT | Withholding | 5.0000 | WHT | AU | N | 01-Jul-00 | 30-Jun-20
= external_id: Tax ID
= code: Tax ID
= description: Description
= rate: Tax Rate
= country: Country
= is_active: Is Active
= valid_from: Valid From
= valid_to: Valid To
~ tax_type: Tax Type
unit: percent

## tax-code | en | QuickBooks Online TaxRate | invented
Id | Name | Description | RateValue | AgencyRef | Active | SpecialTaxType | MetaData_CreateTime | MetaData_LastUpdatedTime
3 | GST | GST Canada | 5 | 1 | true | NONE | 2020-01-01T10:00:00-08:00 | 2025-01-01T10:00:00-08:00
4 | HST ON | HST Ontario | 13 | 1 | true | NONE | 2020-01-01T10:00:00-08:00 | 2025-02-01T10:00:00-08:00
5 | PST BC | PST | 7 | 2 | false | NONE | 2020-01-01T10:00:00-08:00 | 2023-02-01T10:00:00-08:00
= external_id: Id
= code: Name
= description: Description
= rate: RateValue
= is_active: Active
= updated_at: MetaData_LastUpdatedTime
unit: percent

## tax-code | en | MYOB tax list | invented
Tax Code | Description | Tax Type | Rate | Linked Account
GST | Goods & Services Tax | Goods & Services Tax | 10.00% | 2-1210
FRE | GST Free | Goods & Services Tax | 0.00% | 2-1210
LCT | Luxury Car Tax | Consolidated | 33.00% | 2-1230
N-T | Not Reportable | Goods & Services Tax | 0.00% | 
= external_id: Tax Code
= code: Tax Code
= description: Description
= rate: Rate
~ tax_type: Tax Type
unit: percent

## tax-code | en | Magento EU rates | invented
Code | Country | State | Zip/Post Code | Rate | Zip/Post is Range | Range From | Range To | default
Austria | AT | * |  | 20.0000 |  |  |  | 
Belgium | BE | * |  | 21.0000 |  |  |  | 
Spain (Tenerife) | ES | Santa Cruz de Tenerife |  | 0.0000 |  |  |  | 
Germany | DE | * |  | 19.0000 |  |  |  | 
= external_id: Code
= code: Code
= description: Code
~ description: (none)
= rate: Rate
= country: Country
~ region: State
unit: percent

## tax-code | en | product tax categories | invented
ID | Name | Description
txcd_99999999 | General - Tangible Goods | A physical good that can be moved or touched.
txcd_20030000 | General - Services | General category for services.
txcd_00000000 | Nontaxable | Any nontaxable good or service.
= external_id: ID
= code: ID
= description: Name
~ description: Description

## tax-code | en | Odoo chart template with lines | invented
id | sequence | name | description | invoice_label | amount | amount_type | type_tax_use | tax_group_id | repartition_line_ids/factor_percent | repartition_line_ids/repartition_type | description@hu
F27 | 10 | 27% | 27% VAT | 27% | 27.0 | percent | sale | tax_group_27 | 100 | base | 27% ÁFA
 |  |  |  |  |  |  |  |  | 100 | tax | 
F18 | 20 | 18% | 18% VAT | 18% | 18.0 | percent | sale | tax_group_18 | 100 | base | 18% ÁFA
 |  |  |  |  |  |  |  |  | 100 | tax | 
V27 | 100 | 27% P | 27% VAT P | 27% | 27.0 | percent | purchase | tax_group_27 | 100 | base | 27% ÁFA
 |  |  |  |  |  |  |  |  | 100 | tax | 
= external_id: id
= code: name
~ code: id
= description: description
= rate: amount
= direction: type_tax_use
map direction: sale=output, purchase=input
unit: percent

## tax-code | en | Coupa tax codes (2) | invented
ID | Name | Country Code | Tax Rate Percentage | Exempt? | Reverse Charge? | Start Date | End Date | Active
11 | DE-19 | DE | 19 | No | No | 2021-01-01 |  | Yes
12 | DE-16 | DE | 16 | No | No | 2020-07-01 | 2020-12-31 | No
13 | DE-RC | DE | 0 | No | Yes | 2010-01-01 |  | Yes
= external_id: ID
= code: Name
= country: Country Code
= rate: Tax Rate Percentage
= valid_from: Start Date
= valid_to: End Date
= is_active: Active
~ description: Name
unit: percent

## tax-code | en | Axelor tax lines | invented
importId | tax.code | startDate | endDate | value
1 | TVA_196 | 2000-04-01 | 2013-12-31 | 0.196
2 | TVA_200 | 2014-01-01 |  | 0.2
3 | TVA_100 | 2014-01-01 |  | 0.1
4 | TVA_055 | 2012-01-01 |  | 0.055
= external_id: importId
= code: tax.code
= rate: value
= valid_from: startDate
= valid_to: endDate
unit: fraction

## tax-code | en | fractional rates by state | invented
state | county | combined_rate | effective_date | jurisdiction_code
CA | Alameda | 0.1025 | 2025-07-01 | CA001
CA | Alpine | 0.0725 | 2025-07-01 | CA003
CA | Amador | 0.0775 | 2025-07-01 | CA005
NV | Clark | 0.08375 | 2025-07-01 | NV003
= external_id: jurisdiction_code
= code: jurisdiction_code
= rate: combined_rate
= description: county
~ description: (none)
~ region: state
~ region: (none)
= valid_from: effective_date
~ valid_from: (none)
unit: fraction

## tax-code | en | shop rates, headings in small letters | real
country code | state code | postcodes | cities | rate | tax name | priority | compound | shipping | tax class
AT |  |  |  | 20.0000 | VAT | 1 |  |  | Standard
BE |  |  |  | 21.0000 | VAT | 1 |  |  | Standard
BG |  |  |  | 20.0000 | VAT | 1 |  |  | Standard
HU |  |  |  | 27.0000 | VAT | 1 |  |  | Standard
UK |  |  |  | 20.0000 | VAT | 1 |  |  | Standard
~ external_id: country code
~ code: tax name
~ code: tax class
= description: tax name
= rate: rate
= country: country code
~ region: state code
~ tax_type: tax name
unit: percent

## tax-code | en | shop rates of Magento | real
Code | Country | State | Zip/Post Code | Rate | Zip/Post is Range | Range From | Range To | mpr | default
Austria | AT | * |  | 20.0000 |  |  |  |  | 
Belgium | BE | * |  | 21.0000 |  |  |  |  | 
Bulgaria | BG | * |  | 20.0000 |  |  |  |  | 
Czech Republic | CZ | * |  | 21.0000 |  |  |  |  | 
United Kingdom | GB | * |  | 20.0000 |  |  |  |  | 
Spain (Tenerife) | ES | Santa Cruz de Tenerife |  | 0.0000 |  |  |  |  | 
= external_id: Code
= code: Code
~ description: Code
= rate: Rate
= country: Country
~ region: State
unit: percent

## tax-code | en | state and rate | real
state | rate
AL | 0.04
AK | 0.0
AZ | 0.056
CA | 0.0725
MN | 0.06875
OR | 0.0
DEFAULT | 0.095
= external_id: state
~ external_id: (none)
~ code: state
~ description: state
= rate: rate
~ region: state
unit: fraction

## tax-code | en | jurisdictions with parts | real
jurisdiction_type | jurisdiction_name | composite_rate | state_rate | county_rate | city_rate | special_rate | special_name
State | New York State | 0.04 | 0.04 | 0 | 0 | 0 | 
County | Albany | 0.08 | 0.04 | 0.04 | 0 | 0 | 
County | Bronx | 0.08875 | 0.04 | 0 | 0.045 | 0.00375 | MTA
City | Olean | 0.08 | 0.04 | 0 | 0.04 | 0 | 
County | Oneida | 0.0875 | 0.04 | 0.0475 | 0 | 0 | 
City | Oneida | 0.08 | 0.04 | 0 | 0.04 | 0 | 
~ external_id: jurisdiction_type +"|" jurisdiction_name
~ external_id: jurisdiction_name
~ code: jurisdiction_name
~ description: jurisdiction_name
= rate: composite_rate
~ rate: (none)
unit: fraction

## tax-code | en | name and rate | real
name | rate
small tax | 0.01
medium tax | 0.1
big tax | 0.5
all tax | 1.0
no tax | 0.0
tea tax | 0.1776
= external_id: name
~ external_id: (none)
~ code: name
= description: name
= rate: rate
unit: fraction

## tax-code | en | product tax categories (2) | real
ID | Name | Description
txcd_99999999 | General - Tangible Goods | A physical good that can be moved or touched. Also known as tangible personal property.
txcd_20030000 | General - Services | General category for services. It should be used only when there is no more specific services category.
txcd_00000000 | Nontaxable | Any nontaxable good or service which can be used to ensure no tax is applied.
txcd_10301000 | Audiobook | The recording of a book read aloud and sold with unlimited usage.
= external_id: ID
= code: ID
~ code: (none)
= description: Name
~ description: Description

## tax-code | en | three parts of GST | real
cgst_rate | sgst_rate | igst_rate | id
9 | 9 | 18 | 1
6 | 6 | 12 | 2
= external_id: id
~ code: id
~ rate: igst_rate

## tax-code | en | regions with validity | real
region_code | tax_rate | effective_date | end_date
US-CA | 0.0925 | 2024-01-01 | 2024-12-31
US-NY | 0.08875 | 2024-01-01 | 2024-12-31
US-TX | 0.0825 | 2024-01-01 | 2024-12-31
= external_id: region_code
~ external_id: (none)
~ code: region_code
~ description: region_code
= rate: tax_rate
= region: region_code
= valid_from: effective_date
= valid_to: end_date
unit: fraction

## tax-code | en | states in percent | real
state | rate
CA | 7.25
NY | 4.00
OR | 0
TX | 6.25
= external_id: state
~ external_id: (none)
~ code: state
~ description: state
= rate: rate
= region: state
~ region: (none)
~ region: (none)
unit: percent

## tax-code | en | Odoo, Uganda | real
id | description | chart_template_id:id | type_tax_use | name | type | amount | account_collected_id:id | account_paid_id:id | base_code_id:id | tax_code_id:id | ref_base_code_id:id | ref_tax_code_id:id | tax_sign | base_sign | ref_base_sign | ref_tax_sign | parent_id:id
ST0 | ST0 | l10n_ug | sale | Zero rated sales | percent | 0 | 2200 | 2200 | 5 | 1 | 5 | 1 | 1 | 1 | -1 | -1 | 
ST1 | ST1 | l10n_ug | sale | Standard rate sales (18%) | percent | 0.18 | 2200 | 2200 | 5 | 1 | 5 | 1 | 1 | 1 | -1 | -1 | 
ST2 | ST2 | l10n_ug | sale | Exempt sales | percent | 0 | 2200 | 2200 | 5 | 1 | 5 | 1 | 1 | 1 | -1 | -1 | 
PT1 | PT1 | l10n_ug | purchase | Standard rate purchases (18%) | percent | 0.18 | 2201 | 2201 | 6 | 3 | 6 | 3 | 1 | 1 | -1 | -1 | 
PT8R | PT8R | l10n_ug | purchase | Reverse EAC Purchase VAT | percent | -1 | 2201 | 2201 |  | 3 | 3 |  | -1 | -1 | 1 | 1 | PT8
PT5 | PT5 | l10n_ug | purchase | Lower rate purchases (5%) | percent | 0.05 | 2201 | 2201 | 6 | 3 | 6 | 3 | 1 | 1 | -1 | -1 | 
= external_id: id
= code: description
~ code: id
= description: name
= rate: amount
= direction: type_tax_use
unit: fraction
map direction: sale=output, purchase=input

## tax-code | en | codes, fractions and sales tax | real
tax_code | rate | description
STD | 0.20 | Standard rate VAT (20%)
RED | 0.05 | Reduced rate VAT (5%)
ZERO | 0.0 | Zero-rated supplies
EXEMPT | 0.0 | Exempt / out of scope
US-NY | 0.08875 | New York City combined sales tax
= external_id: tax_code
= code: tax_code
= description: description
= rate: rate
unit: fraction

## tax-code | en | Philippine taxes with accounts | real
tax_code | tax_name | tax_type | rate | account_code | recoverable
VAT_IN_12 | Input VAT 12% | VAT_INPUT | 0.12 | 1150 | 1
VAT_OUT_12 | Output VAT 12% | VAT_OUTPUT | 0.12 | 2100 | 0
VAT_ZERO | Zero-rated VAT | VAT_OUTPUT | 0 | 2100 | 0
VAT_EXEMPT | VAT Exempt | VAT_OUTPUT | 0 | 2100 | 0
EWT_1 | Expanded Withholding 1% | WITHHOLDING | 0.01 | 2140 | 0
= external_id: tax_code
= code: tax_code
= description: tax_name
= rate: rate
~ tax_type: tax_type
~ direction: tax_type
unit: fraction

## tax-code | en | Indian rates in parts | real
tax_code | tax_name | hsn_sac | gst_rate | cgst | sgst | igst | cess | effective_from | is_active
GST5 | GST 5% | 9965 | 5 | 2.5 | 2.5 | 5 | 0 | 2017-07-01 | 1
GST12 | GST 12% | 9967 | 12 | 6 | 6 | 12 | 0 | 2017-07-01 | 1
GST18 | GST 18% | 9968 | 18 | 9 | 9 | 18 | 0 | 2017-07-01 | 1
GST28 | GST 28% | 8703 | 28 | 14 | 14 | 28 | 1 | 2017-07-01 | 0
= external_id: tax_code
= code: tax_code
= description: tax_name
= rate: gst_rate
~ rate: igst
= valid_from: effective_from
= is_active: is_active
unit: percent
map is_active: 1=true, 0=false

## tax-code | en | VAT history by territory | real
start_date | stop_date | territory_codes | currency_code | rate | rate_type | description
1984-01-01 |  | AT | EUR | 0.2 | standard | Austria (member state) standard VAT rate.
1976-01-01 | 1984-01-01 | AT | EUR | 0.18 | standard | 
1996-01-01 |  | BE | EUR | 0.21 | standard | Belgium (member state) standard VAT rate.
1994-01-01 | 1996-01-01 | BE | EUR | 0.205 | standard | 
2007-01-01 |  | DE | EUR | 0.19 | standard | Germany (member state) standard VAT rate.
2012-07-01 |  | LV | EUR | 0.21 | standard | Latvia (member state) standard VAT rate.
= rate: rate
= description: description
~ description: (none)
= country: territory_codes
~ country: (none)
= valid_from: start_date
= valid_to: stop_date
unit: fraction

## tax-code | en | Magento UK rules | real
Code | Country | State | Zip/Post Code | Rate | Zip/Post is Range | Range From | Range To | amazonebay | default | eu
UK VAT | GB | * | * | 20 |  |  |  |  |  | 
EEA  VAT | IE | * | * | 20 |  |  |  |  |  | 
EU VAT9 | EE | * | * | 20 |  |  |  |  |  | 
EU ZERORATED3 | BE | * | * | 0 |  |  |  |  |  | 
EU VAT12 | FR | * | * | 20 |  |  |  |  |  | 
ZERORATED GY | GG | * | GY* | 0 |  |  |  |  |  | 
VAT JE | JE | * | JE* | 0 |  |  |  |  |  | 
EU Zerorated UK Jersey | GB | * | JE | 0 |  |  |  |  |  | 
= external_id: Code
= code: Code
= country: Country
= rate: Rate
~ description: (none)
~ description: Code
~ region: State
~ region: (none)
unit: percent
`;
