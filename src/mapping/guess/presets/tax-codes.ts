/** Exports of tax codes and tax rates. */
export const taxCodePresets = `
system: CargoWise tax ids (AccTaxRate) | tax-code
when: AT_Code
AT_PK: id
AT_Code: code+tax
AT_Desc: description+tax
AT_Description: description+tax
AT_Rate: rate+tax
AT_IsActive: active
AT_RN_NKCountryCode: country
AT_SystemLastEditTimeUtc: modified_at
AT_SystemCreateTimeUtc: created_at

system: SAP tax codes (T007A, T007S) | tax-code
when: MWSKZ
MANDT: company
KALSM: company
MWSKZ: code+tax
MWART: direction
TEXT1: description+tax
SPRAS: language
KBETR: rate
LAND1: country
XINACT: inactive
EGRKZ: group
TAXID: number

system: Xero tax rates | tax-code
when: TaxType, Name, Status
TaxType: code+tax
Name: description+tax
Status: status
EffectiveRate: rate+tax
DisplayTaxRate: rate+tax
ReportTaxType: kind
CanApplyToAssets: permission

system: QuickBooks Online tax rates | tax-code
when: RateValue, Name, Active
Id: id+tax
Name: name+tax
Description: description+tax
Active: active
RateValue: rate+tax
AgencyRef: vendor
TaxReturnLineRef: document
SpecialTaxType: category
DisplayType: nickname
EffectiveTaxRate: amount
MetaData_LastUpdatedTime: modified_at
MetaData_CreateTime: created_at

system: MYOB tax codes | tax-code
when: Tax Code, Description, Tax Type, Rate
Tax Code: code+tax
Description: description+tax
Tax Type: kind
Rate: rate+tax
Linked Account for Tax Collected: ledger
Linked Account for Tax Paid: ledger
Linked Card for Tax Authority: vendor

system: Odoo account.tax | tax-code
when: id, name, amount, type_tax_use
id: id+tax
name: name+tax
description: description+tax
invoice_label: nickname
amount: rate+tax
amount_type: unit
type_tax_use: direction
tax_scope: unit
active: active
tax_group_id: group
tax_group_id/id: group
sequence: sort_order
price_include: taxable
country_id: country
chart_template_id: company
chart_template_id/id: company

system: Axelor taxes | tax-code
when: importId, code, name
importId: id
code: code+tax
name: description+tax
value: rate
startDate: valid_from
endDate: valid_to

system: Business Central VAT posting setup | tax-code
when: VAT Bus. Posting Group, VAT Prod. Posting Group
VAT Bus. Posting Group: group
VAT Prod. Posting Group: group
VAT Identifier: nickname
VAT %: rate+tax
VAT Calculation Type: kind
Description: description+tax
Blocked: inactive
Tax Category: category
SystemId: id+tax
SystemModifiedAt: modified_at

system: Coupa tax codes | tax-code
when: Country Code, Tax Rate Percentage
ID: id+tax
Name: name+tax
Code: code+tax
Description: description+tax
Country Code: country
Tax Rate Percentage: rate+tax
Active: active
Start Date: valid_from
End Date: valid_to
Exempt?: taxable
Reverse Charge?: taxable
Out of Scope?: taxable

system: SAP Business One tax codes | tax-code
when: Code, Name, EfctDate, Rate
Code: code+tax
Name: description+tax
EfctDate: valid_from
Rate: rate+tax
Category: direction
Inactive: inactive

system: WooCommerce tax rates | tax-code
when: Country code, State code, Rate %, Tax name
Country code: country
State code: region
Postcode / ZIP: postcode
City: city
Rate %: rate+tax
Tax name: description+tax
Priority: sort_order
Compound: sort_order
Shipping: taxable
Tax class: kind

system: Magento tax rates | tax-code
when: Code, Country, State, Zip/Post Code, Rate
Code: code+tax
Country: country
State: region
Zip/Post Code: postcode
Rate: rate+tax
Zip/Post is Range: permission
Range From: postcode
Range To: postcode

system: DATEV and Lexware tax keys | tax-code
when: Steuerschlüssel, Steuersatz
Steuerschlüssel: code+tax
Steuersatz: rate+tax
Bezeichnung: description+tax

system: Frappe Books tax templates | tax-code
when: Name, Created, Modified, Account, Rate
Name: name+tax
Created: created_at
Modified: modified_at
Account: ledger
Rate: rate+tax
`;
