/** Lists with Arabic and Hebrew headings. Lists marked real have the headings and forms of a public file, with invented personal values. */
export const arabicAndHebrew = `
## staff | ar | قائمة الموظفين | invented
رقم الموظف | الاسم الكامل | البريد الإلكتروني | القسم | تاريخ التعيين | الحالة | الجوال
3001 | أحمد علي حسن | ahmed@shahn.test | الشحن البحري | 2017-03-01 | نشط | 0500000001
3002 | فاطمة محمد | fatima@shahn.test | التخليص | 2019-09-15 | نشط | 0500000002
3003 | خالد عبد الله | khaled@shahn.test | المحاسبة | 2012-01-10 | مستقيل | 0500000003
= external_id: رقم الموظف
= name: الاسم الكامل
= email_address: البريد الإلكتروني
= is_active: الحالة
map is_active: نشط=true, مستقيل=false

## staff | ar | موظفون باسم أول وعائلة | invented
الرقم الوظيفي | الاسم الأول | اسم العائلة | البريد الرسمي | البريد الشخصي | المدير المباشر | تاريخ الميلاد
1101 | سارة | الحربي | sara@shahn.test | sara@home.test | خالد | 1990-05-01
1102 | عمر | القحطاني | omar@shahn.test |  | خالد | 1986-11-12
1103 | ليلى | الزهراني | layla@shahn.test | layla@home.test | سارة | 1995-02-20
= external_id: الرقم الوظيفي
= name: الاسم الأول + اسم العائلة
= email_address: البريد الرسمي

## tax-code | ar | رموز الضريبة | invented
الرمز | الوصف | نسبة الضريبة | الحالة
S15 | ضريبة القيمة المضافة 15% | 15 | نشط
Z0 | خاضع للنسبة الصفرية | 0 | نشط
S5 | ضريبة القيمة المضافة 5% | 5 | موقوف
= external_id: الرمز
= code: الرمز
= description: الوصف
= rate: نسبة الضريبة
= is_active: الحالة
map is_active: نشط=true, موقوف=false
unit: percent

## staff | ar | قائمة الموظفين (2) | invented
الرقم الوظيفي | اسم الموظف | القسم | المسمى الوظيفي | البريد الإلكتروني | الحالة | تاريخ التعيين
1012 | أحمد علي | الشحن البحري | موظف | ahmad@khalij.test | على رأس العمل | 2018-02-01
1013 | سارة محمد | المحاسبة | محاسبة | sara@khalij.test | مستقيل | 2016-06-15
1020 | خالد حسن | المستودع | مشرف | khaled@khalij.test | على رأس العمل | 2022-01-10
= external_id: الرقم الوظيفي
= name: اسم الموظف
= email_address: البريد الإلكتروني
= is_active: الحالة
map is_active: مستقيل=false

## tax-code | ar | رموز الضريبة (2) | invented
رمز الضريبة | الوصف | النسبة | النوع | نشط
V15 | ضريبة القيمة المضافة 15% | 15 | مبيعات | نعم
V00 | نسبة صفرية | 0 | مبيعات | نعم
P15 | ضريبة المشتريات | 15 | مشتريات | لا
= external_id: رمز الضريبة
= code: رمز الضريبة
= description: الوصف
= rate: النسبة
= direction: النوع
= is_active: نشط
map direction: مبيعات=output, مشتريات=input
unit: percent

## staff | he | name and default role | real
name | defaultRole
אור יונתן | manager
אורי סבן | bartender
אלון זוהר | bartender
בן דוד | bartender
זוהר לוי | logistics
~ external_id: name
= name: name

## charge-code | ar | chart in two languages | real
Account Code | Account Name (EN) | Account Name (AR) | Account Type | Parent Code | Is Postable
1000 | Assets | الأصول | Asset |  | No
1011 | Cash on Hand | النقدية في الصندوق | Asset | 1010 | Yes
2040 | Output VAT Payable (15%) | ضريبة القيمة المضافة المخرجات | Liability | 2000 | Yes
5020 | Freight In & Customs Clearance | الشحن الداخلي وتكاليف التخليص الجمركي | Expense | 5000 | Yes
6090 | Bank Charges & POS Fees | رسوم بنكية وعمولات نقاط البيع | Expense | 6000 | Yes
= external_id: Account Code
= code: Account Code
= description: Account Name (EN)
~ description: Account Name (AR)

## tax-code | ar | taxes in two languages | real
id | tax_code | tax_name_en | tax_name_ar | tax_rate
1 | VAT15 | Value Added Tax 15% | ضريبة القيمة المضافة | 15
2 | VAT0 | Zero Rated | نسبة صفرية | 0
3 | EX | Exempt | معفى | 0
= external_id: id
~ external_id: tax_code
= code: tax_code
= description: tax_name_en
~ description: tax_name_ar
= rate: tax_rate
unit: percent
`;
