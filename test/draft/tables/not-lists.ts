/**
 * Real files that are named like lists of staff, charges or taxes but contain something else. Personal values are
 * invented.
 */
export const notLists = `
## (none) | de | receipts with VAT
file | gross | net | VAT | VAT (calc) | calc_type
bamberg-cunda.txt | 12 | 10,08 | 1,92 | 1,9152 | ROUND
bamberg-debit.txt | 80,93 | 68,01 | 12,92 | 12,9219 | INDET
bs-elbenwald.txt | 10 | 8,4 | 1,6 | 1,596 | ROUND
eck-cave.txt | 11,8 | 9,92 | 1,88 | 1,8848 | INDET

## (none) | en | payments called taxes
id | created_at | tName | tEmail | uuid | tTaxesTotal | tType
26 | 2023-10-16 10:39:21.210043+00 | Luca Anselmi | luca@mail.test | 4dd9f664-c50b-46af-a894-ed4beaca8ad0 | 2190 | Bitcoin
27 | 2023-10-17 08:36:41.203884+00 | Vito Schiavi | vito@mail.test | b7e3c7ff-2c75-492b-b023-d360b179f095 | 1000 | Bitcoin
28 | 2023-10-17 08:57:43.569963+00 | Vito Schiavi | vito@mail.test | fd79b750-c656-4ffe-9a4a-af64344deb92 | 1000 | Bank Transfer
29 | 2023-11-27 10:19:08.75357+00 | Willi Kess | willi@mail.test | 68d2b215-5267-47c1-b235-7f19cb3f6e49 | 1300 | Bank Transfer

## (none) | es | paid services
FECHA | MONTO | NUMEROFACTURA | TIPOSERVICIO
2024-05-27 | 10000.0 | 917 | Agua
2024-05-27 | 15000.0 | 628 | Electricidad
2024-05-27 | 10000.0 | 474 | Agua
2024-05-28 | 10000.0 | 280 | Agua

## (none) | it | shifts by weekday
Nome | Ore Contratto | Esigenze/Preferenze | Lun | Mar | Mer | Gio | Ven | Sab | Dom
Giulio | 40 | Solo Pomeriggio | Riposo | 15:00-21:00 | 15:00-21:00 | 14:00-21:00 | 14:00-21:00 | 14:00-21:00 | 14:00-21:00
Michele | 40 | Solo Mattina | Riposo | 08:00-15:00 | 08:00-14:00 | 08:00-14:00 | 08:00-15:00 | 08:00-15:00 | 08:00-15:00
Mora | 40 |  | Riposo | 08:00-15:00 | 08:00-14:00 | 08:00-14:00 | 14:00-21:00 | 14:00-21:00 | 14:00-21:00

## (none) | id | price per route
Kota Pengirm | Kota Penerima | Layanan | Tarif per Kg | Berat Minimum | Estimasi (Hari)
SUKABUMI | JAKARTA | Darat | 2,500 | 20 | 1-2
SUKABUMI | BOGOR | Darat | 3,000 | 20 | 2-3
SUKABUMI | MEDAN | Darat | 6,500 | 20 | 4-5
SUKABUMI | MAKASSAR | Laut | 7.000 | 50 | 7-6

## (none) | en | customs nomenclature
tax_code | description
8901 | Cruise ships, excursion boats, ferry-boats, cargo ships, barges and similar vessels
8901 10 | Cruise ships, excursion boats and similar vessels principally designed for the transport of persons
8901 10 10 | Seagoing
0102 29 10 | Of a weight not exceeding 80 kg 10,2 + 93,1 €/100 kg/net p/st
0103 91 10 | Domestic species 41,2 €/100 kg/net p/st

## (none) | en | project costs
Requirements - Rehab | Overhead - Rehab | Profit - Rehab | Insurance - Rehab | Constr Costs - Rehab | Requirements - New | Overhead - New | Profit - New
224640 | 74880 | 224640 | 37440 | 4378040 | 0 | 0 | 0
956040 | 318680 | 956040 | 217977 | 18397737 | 0 | 0 | 0
0 | 0 | 0 | 0 | 0 | 375000 | 1000000 | 1400000

## (none) | en | loan bookings called fees
TYPE | ENCODEDKEY | PARENTACCOUNTKEY | AMOUNT | date | reversalKey | REPAYMENTINSTALLMENTS | id
DISBURSMENT | 8a10c7ed49c563400149c9aa7b4c34c5 | 8a10c7ed49c563400149c9aa4df6349b | 9457.4000000000 | 19/11/2014 |  | 8 | 1
REPAYMENT | 8aad0e5f4a2b515f014a363ddb2e3563 | 8a10c7ed49c563400149c9aa4df6349b | 1214.9000000000 | 10/12/2014 |  | 8 | 1
REPAYMENT | 8a688bfb4ab7696f014abb2ad86c1c90 | 8a10c7ed49c563400149c9aa4df6349b | 1177.5000000000 | 05/01/2015 |  | 8 | 1
DISBURSMENT | 8a10c7ed49c563400149c9e7c95f490f | 8a10c7ed49c563400149c9e7996c4900 | 4725.0000000000 | 19/11/2014 |  | 7 | 2

## (none) | en | charges of shipments
shipment_id | charge_type | amount_aed
1001 | Fuel Surcharge | 151.16
1001 | Customs | 437.03
1001 | Handling | 151.73
1001 | Insurance | 4.28
1002 | Fuel Surcharge | 19.2
1002 | Customs | 380.59

## (none) | es | duties by customs number
TIPO DE PRODUCTO: | Gravámenes Vigentes | Ad / Valorem | Impuesto Selectivo al Consumo | Impuesto General a las Ventas | Unidad de Medida: | hs_code
LEY 29666-IGV 20.02.11 | Valor | 0% | 0% | 16% | (*) | 2515110000
LEY 29666-IGV 20.02.11 | Valor | 0% | 0% | 16% | (*) | 2515200000
FE ERRATAS 08.11.2014 | Valor | 6% | 0% | 16% | (*) | 2525200000
LEY 31651 29.12.2022 | Valor | 0% | 0% | 0% | (*) | 701100000
`;
