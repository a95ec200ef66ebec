/** Exports of charge codes, billing codes, items and services. */
export const chargeCodePresets = `
system: CargoWise charge codes (AccChargeCode) | charge-code
when: AC_Code
AC_PK: id
AC_Code: code+charge
AC_Desc: description+charge
AC_Description: description+charge
AC_LocalDescription: description+charge+local
AC_IsActive: active
AC_ChargeType: kind
AC_ChargeGroup: group+charge
AC_AT_SellGSTRate: code+tax+sell
AC_AT_CostGSTRate: code+tax+cost
AC_SystemLastEditTimeUtc: modified_at
AC_SystemCreateTimeUtc: created_at

system: eFMS charges | charge-code
when: Code(*), Name En(*), Type(*)
Code(*): code+charge
Name En(*): description+charge+english
Name Local(*): description+charge+local
Unit: unit
Unit Price: amount
Currency: currency
VAT: rate+tax
Type(*): kind
Service(*): project
Status: status

system: GoFreight billing codes | charge-code
when: Billing Code
Billing Code: code+charge
Name (English): description+charge+english
Name (Local): description+charge+local
Name: description+charge
GL Code: ledger

system: McLeod LoadMaster charge codes | charge-code
when: company_id, id, descr
company_id: company
id: code+charge
descr: description+charge
incl_in_freight: permission
is_fuel_surcharge: permission
is_taxable: taxable

system: Oracle Transportation Management accessorial codes | charge-code
when: accessorialCodeGid, accessorialCodeXid
accessorialCodeGid: id+charge
accessorialCodeXid: code+charge
accessorialDesc: description+charge
isVatExempt: taxable
updateDate: modified_at
insertDate: created_at
domainName: company

system: Oracle Transportation Management accessorial code table | charge-code
when: ACCESSORIAL_CODE_GID, ACCESSORIAL_CODE_XID
ACCESSORIAL_CODE_GID: id+charge
ACCESSORIAL_CODE_XID: code+charge
ACCESSORIAL_DESC: description+charge
IS_VAT_EXEMPT: taxable
UPDATE_DATE: modified_at
INSERT_DATE: created_at
DOMAIN_NAME: company

system: QuickBooks Online items | charge-code
when: FullyQualifiedName, IncomeAccountRef_Name
Id: id+charge
Name: description+charge
Sku: code+charge
FullyQualifiedName: nickname
Description: long+description+charge
Active: active
Type: kind
SalesTaxCodeRef_Value: code+tax+sell
PurchaseTaxCodeRef_Value: code+tax+cost
MetaData_LastUpdatedTime: modified_at
MetaData_CreateTime: created_at

system: Xero items | charge-code
when: *ItemCode, ItemName
*ItemCode: code+charge
ItemName: description+charge
SalesTaxRate: code+tax+sell
PurchasesTaxRate: code+tax+cost
SalesAccount: ledger
PurchasesAccount: ledger
SalesDescription: nickname
PurchasesDescription: nickname
SalesUnitPrice: amount
PurchasesUnitPrice: amount
Status: status

system: Xero chart of accounts | charge-code
when: *Code, *Name, *Type, *Tax Code
*Code: code+charge
*Name: description+charge
*Type: kind
*Tax Code: code+tax
Description: nickname
Report Code: group
Report Name: nickname
Dashboard: permission
Expense Claims: permission
Enable Payments: permission
Balance: amount

system: Xero accounts | charge-code
when: Code, Name, Type, TaxType
AccountID: id
Code: code+charge
Name: description+charge
Type: kind
TaxType: code+tax
Class: kind
Status: status
Description: nickname
UpdatedDateUTC: modified_at

system: QuickBooks Online chart of accounts | charge-code
when: Full name, Detail type
Account #: code+charge
Full name: description+charge
Type: kind
Detail type: kind
Description: nickname
Total balance: amount

system: QuickBooks Online account list | charge-code
when: Account, Detail type
Number: code+charge
Account: description+charge
Type: kind
Detail type: kind
Description: nickname
Balance: amount

system: QuickBooks Desktop account listing | charge-code
when: Account, Accnt. #
Accnt. #: code+charge
Account: description+charge
Type: kind
Description: nickname
Tax Line: document
Balance Total: amount

system: MYOB items | charge-code
when: Item Number, Item Name
Item Number: code+charge
Item Name: description+charge
Description: nickname
Inactive Item: inactive
Tax Code When Sold: code+tax+sell
Tax Code When Bought: code+tax+cost
Buy: permission
Sell: permission
Inventory: permission

system: Business Central items | charge-code
when: No., Description, VAT Prod. Posting Group
No.: code+charge
Description: description+charge
VAT Prod. Posting Group: code+tax
Tax Group Code: group
Blocked: inactive
SystemId: id
SystemModifiedAt: modified_at
Gen. Prod. Posting Group: group
Search Description: nickname

system: Odoo product.template | charge-code
when: default_code, name, taxes_id
id: id+charge
default_code: code+charge
name: description+charge
taxes_id: code+tax+sell
supplier_taxes_id: code+tax+cost
active: active
sale_ok: permission
purchase_ok: permission
type: kind
detailed_type: kind
categ_id: category
list_price: amount
standard_price: amount

system: ERPNext and Frappe items | charge-code
when: Item Code, Item Name
Item Code: code+charge
Item Name: description+charge
Description: nickname
Disabled: inactive
Item Group: group
Stock UOM: unit
Default Unit of Measure: unit
Item Tax Template: code+tax
Modified: modified_at

system: Magaya items and services | charge-code
when: Code, Description, Type, Account
Code: code+charge
Description: description+charge
Type: kind
Account: ledger
Tax: code+tax
`;
