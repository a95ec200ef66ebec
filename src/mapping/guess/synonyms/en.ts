/** One line per meaning: `meaning: word, words, ...`; `a+b` means both at once. Case, accents and blanks do not matter. */
export const english = `
staff: employee, employees, emp, empl, staff, staff member, user, users, person, persons, personnel, worker, workers, member, associate, operator, people, colleague, usr
charge: charge, charges, fee, fees, billing, service, services, item, items, product, charge item, accessorial, chg, surcharge, billing item, cost item, article, accessorial code, expense
tax: tax, taxes, vat, gst, sales tax, hst, pst, duty, taxation, taxcode, vat posting, withholding, excise
manager: manager, supervisor, reports to, reporting to, reporting manager, line manager, boss, superior, team lead, approver, leave approver, expense approver, owner, head
relative: emergency, emergency contact, spouse, next of kin, father, mother, dependent, beneficiary, guardian, person to be contacted, contact person, nominee
customer: customer, client, debtor, consignee, payer
vendor: vendor, supplier, carrier, creditor, agent, agency, authority
company: company, organization, organisation, org, org unit, organization unit, legal entity, entity, company code, client code, employer, tenant, domain, firm, corporation, business, company name, org unit path, store, chart of accounts, chart template, kalsm, procedure
department: department, dept, division, team, section, business unit, sub department, section code, group name, org group, squad
branch: branch, office, location, site, work location, station, workplace, building, floor, desk, terminal, plant, warehouse, facility, room
job_title: job title, job, position, designation, title, occupation, rank, grade title, job code, function, post, job position, profession, job role, level
role: role, roles, privilege, permission group, access level, licence, license, profile, authority level, security group
project: project, module, modules, channel, event, mode, transport mode, shipment, job type
bank: bank, iban, bic, swift, bank account, account holder, bsb, sort code, payroll account
ledger: gl, gl account, gl code, ledger, ledger account, account, account code, general ledger, account number, account name, linked account, revenue account, income account, cost account, expense account, nominal code, natural account code, account head, asset account, liability account, accounting code, posting account
cost_centre: cost center, cost centre, cost code, profit center, profit centre
currency: currency, currency code, curr, ccy
unit: unit, uom, unit of measure, units, measure, charge basis, calculation basis, basis, per, rate basis
document: document, invoice, contract, statutory instrument, statute, statute reference, jurisdiction, tax jurisdiction,  legal, policy, report, box, fiscal position, repartition line, repartition lines, template
parent: parent, parent code, children, child, heading
crime: offense, offence, felony, misdemeanor, inmate, arrest, arrestee, defendant, criminal, ucr, nibrs, ncic, penal, crime, warrant, plea, bond amount, verdict
tariff: hs code, hs, hts, hsn sac, hsn sac code, tariff, tariff code, commodity code, commodity, customs tariff, chapter, taric, mfn, hscode, hsn, hsn code
work: work, business, office, company, corporate, official, professional, org
primary: primary, main, default, principal, preferred
private: private, personal, home, recovery
secondary: secondary, second, alternate, alternative, other, additional, backup, alias, forward, forwarding, proxy, cc, external, recovery, notification, invoice, 2
local: local, native, local language, foreign
english: english, en, eng
translation: translation, translated
short: short, abbreviated, abbr
long: long, full, detailed
old: old, previous, former, legacy
new: new, upload only
cost: cost, buy, buying, purchase, purchases, payable, supplier, ap, expense, input, purchasing, vendor
sell: sell, selling, sale, sales, receivable, customer, ar, revenue, income, output
filler: of, the, a, an, for, in, to, is, has, default, current, field, value, data, info, information, details, system, record, master, required, type name, and, or, on, at, by default, official, unique
email+work: work email, business email, company email, corporate email, office email, official email, work e mail, business e mail, work mail, company email id, official email id
email: email, e mail, mail, email address, e mail address, mail address, emailid, email id, smtp, primary email, primary email address, email addr, internet address, emailaddress
email+private: personal email, private email, home email
email+secondary: second email, secondary email, alternate email, other email, recovery email, other mails, email 2, email2, proxy addresses, alternate email address
id: id, identifier, key, pk, gid, guid, uuid, object id, primary key, record id, internal id, system id, unique id, external id, systemid, rec id, sys id, row id, rowid, uid, ident, xid, refid, db id, id_pk, list id, accessorialcodegid, import id, export id
number: number, no, num, nr, nbr, #
code: code, codes, cd, short code, reference, ref, abbreviation, symbol, identifier code, mnemonic, key code, designator
id+staff: employee id, employee number, employee no, emp id, emp no, staff id, staff no, staff number, staff code, personnel number, payroll number, payroll id, badge, badge number, clock number, user id, userid, person id, worker id, member id, person number, card id, personnel no, pernr, employee code, emp code, associate id, sap id, workday id, operator id, employeeid, workerid, staffid, assignment number, file number, card record id, user code
login: login, user name, username, login name, account name, sam account name, user principal name, userprincipalname, upn, logon name, logon, network id, windows account, samaccountname, user account, log in, nt account, alias, screen name
full_name+login: user name, username
full_name: full name, display name, displayname, fullname, employee name, staff name, person name, name full, complete name, formatted name, user full name, worker name, legal name, preferred full name, common name, cn, member name, emp name
given_name: first name, firstname, given name, givenname, forename, fname, first, given names, given, legal first name, preferred first name, preferred name, forenames, first names
family_name: last name, lastname, surname, family name, familyname, lname, sn, second name, last, co last name, legal last name, surnames
middle_name: middle name, middle initial, mi, patronymic, middle, mname
nickname: nickname, nick name, known as, goes by, alias name
initials: initials
salutation: salutation, prefix, suffix, honorific, courtesy title, name prefix, name suffix, mr mrs
name: name, names, title name, label, caption
description: description, descriptions, desc, descr, long description, charge name, fee name, item name, service name, tax name, charge description, code description, text, meaning, name english, description text, short description, details, tax code description, tax description, descriptive name, definition, charge code name, item description, invoice description, sales description, print name, display text, invoice label
active: active, is active, enabled, isactive, is enabled, account enabled, accountenabled, in use, valid, activated, is current, actv, active flag, active yn, active y n, enable, use yn, available, active status
inactive: inactive, is inactive, disabled, blocked, is blocked, archived, is archived, deleted, is deleted, suspended, is suspended, locked, obsolete, closed, retired, discontinued, inactive employee, isdeleted, hidden, del flag, attrition, exited, has left, left, left company, resigned, is resigned, is terminated, ex employee,  deactivated, terminated, delete flag, is disabled, isblocked, void, stopped, on hold, expired, inactive flag, inactive card, inactive item
status: status, state code status, employment status, employee status, staff status, account status, user status, work status, working status, record status, active inactive, current status, statuscode, active status, fee status, charge status, lifecycle state, status code, emp status, standing, activity status, employeestatus, hr status, item status
end_date+staff: termination date, leaving date, leave date, date of leaving, relieving date, exit date, last working day, last day, separation date, end of employment, date left, resignation date, departure date, employment end date, date of termination, contract end date of employee, employee leave date, date of exit, date of resignation, quit date, term date, leavers date, last working date, end of service, termination dt
hire_date: hire date, date of hire, joining date, date of joining, join date, start of employment, date joined, entry date, employment start date, hired, joined, employment date, original hire date, seniority date, onboarding date, dateofjoining, doj, employee hire date, date of employment, confirmation date, joined on, entry, service date, years of service, probation end date, hiredate, date started, appointment date
birth_date: birth date, date of birth, dob, birthday, birthdate, born, date of birth of employee, birth, year of birth, birth year
created_at: created, created at, created on, creation date, date created, creation, created time, created date time, createddatetime, create date, create time, insert date, created by, creation time, owner created, createdat, date added, added on, posted on, registered, registration date, registered at, entered
modified_at: modified, modified at, modified on, last modified, updated at, last updated, last update, update date, updated, updated on, date modified, modification date, change date, changed, changed at, changed on, last change, last changed, last modified date, last modified date time, system modified at, systemmodifiedat, meta data last updated time, lastupdatedtime, last updated time, update time, updatedate, last edited, last edit, last modified time, write date, modified time, modifieddatetime, lastmodified, date updated, last changed at, time modified, timemodified, last upd, updatedat, updated date, revised, time stamp of change, record changed, last update date
last_login: last login, last sign in, last signin, last logon, last seen, last activity, last access, last active, last sign in date, last login time, sign in, last password change
date: date, time, timestamp, datetime, day, as of, year, month, period
valid_from: valid from, validfrom, start date, effective date, effective from, from date, date from, begin date, starts, start, effective, valid since, begda, active from, commencement date, startdate, efct date, effective start date, since, begin, efctdate, application date, valid from date, date effective
valid_to: valid to, validto, valid until, end date, effective to, to date, date to, expiry date, expiration date, expires, stop date, until, valid through, endda, active to, active until, enddate, effective end date, expiry, expiration, end, stop, finish date, valid thru, thru date, valid to date, date end, discontinue date, inactive date
rate: rate, percentage, percent, pct, %, tax rate, vat rate, vat percent, vat pct, rate percent, tax percent, tax percentage, tax pct, rate value, standard rate, effective rate, total rate, combined rate, tax rate percentage, rate pct, display tax rate, effective tax rate, gst rate, vat percentage
value: value, val
country: country, country code, country iso, country iso code, territory, territory code, territory codes, nation, iso country, country key, country region code, country region, countrycode, country name, iso code, member state, jurisdiction country, iso 3166, ctry, country id, country abbr, iso2, alpha 2
region: region, state, province, zone code, state code, state province, region code, province code, zone, county, state abbreviation, state name, tax region, emirate, region name, subdivision, prefecture
city: city, town, municipality, place
postcode: zip, postcode, postal code, zip code, zip postcode, postal
address: address, street, address line, home address, postal address, mailing address, address 1, address 2, street address, permanent address, current address
phone: phone, telephone, mobile, cell, tel, fax, mobile phone, phone number, telephone number, mobile number, contact number, cell phone, extension, ext, work phone, home phone, office phone, cell number, mobilephone, ph, telephone no, mob, contact no, business phone, whatsapp, pager, telephonenumber, phone no, facsimile
password: password, pwd, passwd, pass word, password hash, hash, secret, pin, pin code of user, passcode, password profile, salt, token, initial password, api key, ssh key, otp, mfa secret, passphrase, password hash function
gender: gender, sex
nationality: nationality, citizenship, ethnicity, race, ethnic group, religion, blood group, veteran status, disability
marital_status: marital status, civil status, married, family status
national_id: national id, ssn, social security number, social security, passport, passport number, tax id number, nin, nic, cnic, ni number, national insurance number, identity number, id card, id card number, aadhaar, pan, pan number, tax file number, tfn, identity card, driver license, visa, national identity number, id proof, uan, pf number, ssnit
salary: salary, wage, pay, pay rate, compensation, hourly rate, annual salary, base salary, bonus, salary grade, pay grade, ctc, gross pay, net pay, overtime, overtime eligible, grade, salary mode, payroll, monthly income, income level, allowance, performance, rating, score, performance score, pay type, pay band, commission
age: age
education: education, degree, university, school, qualification, skills, skill, experience, certification, training
employment_type: employment type, contract type, employee type, worker type, employment category, work type, full time part time, fte, employee class, user type, usertype, type of employment, account type, employment classification, classification type, staff type, employee category, person type, work schedule, shift, staffing type, contingent, emp type, job status, time type
language: language, preferred language, locale, lang, time zone, timezone, usage location, usagelocation
photo: photo, picture, image, avatar, thumbnail, signature, icon
url: url, website, link, homepage, web, web page, linkedin
note: note, notes, comment, comments, remark, remarks, memo, memo line, keyword, keywords, tags, tag, bio, about, usage, annotation, source, attributes, internal notes, footnote, help text
version: version, revision, ver, revision number, fee version, version number
sort_order: sort order, sort, sequence, seq, order, display order, priority, position no, sort code, sorting, rank order, order no, sortorder, compound
row_number: row number, row, line, line number, sr no, s no, sl no, serial no, serial number, index, item no, sno, srno, line no, unnamed, rownum, s n
amount: amount, price, unit price, charge amount, fee amount, minimum, maximum, min, max, total, list price, sales price, cost price, standard cost, threshold, balance, buy rate, sell rate, standard price, rate amount, net, gross, selling rate, buying rate, fixed amount, flat rate, flat amount, min charge, max charge, minimum charge, minimum amount, unit cost, tax amount, exchange rate
quantity: quantity, qty, count, weight, volume, days, hours, headcount, usage count, stock, on hand, hours worked
taxable: taxable, is taxable, vatable, tax exempt, exempt, is vat exempt, tax inclusive, price include, included in price, include base amount, is vatable, taxed, reverse charge, out of scope, tax included, inclusive, zero rated, is exempt, recoverable, shipping, is base affected, mark exempt
permission: mfa enabled, can be sold, can be purchased, has license, is admin, admin, is manager, change password at next sign in, show in lists, printable, is freight, incl in freight, is fuel surcharge, dir sync enabled, dirsynced, email verified, receive notifications, is superuser, superuser, is staff, force change password, is billable, billable, is licensed, enforce, approved by, visible, show, editable, is default, locked out, two factor, 2fa, mfa
kind: type, kind, class, classification, charge type, tax type, code type, rate type, amount type, tax class, calculation type, calculation method, fee type, item type, product type, object type, amount_type, computation, type code, nature, subtype
group: group, charge group, tax group, item group, sub group, subgroup, group code, revenue group, service group, group id, vat prod posting group, vat bus posting group, posting group, charge class, product group, family, cluster
category: category, charge category, tax category, cat, product category, item category, subcategory, sub category, vat category, category code, service category
direction: direction, in out, input output, tax scope, type tax use, tax use, sale purchase, sales purchase, applicable to, used for, ar ap, applies to, buy sell, transaction type, flow
number+staff: roll
id+staff: roll no, roll number, employee roll number, student id, teacher id, faculty id, instructor id, driver id, agent id, technician id, consultant id, studentid, teacherid, driverid, agentid
description+tax: tax name
postcode: postcodes
city: cities
rate: composite rate, combined rate, total rate
`;
