/** Lists with Indonesian headings. Lists marked real have the headings and forms of a public file, with invented personal values. */
export const indonesian = `
## staff | id | daftar karyawan | invented
NIK | Nama Karyawan | Jabatan | Email Kantor | Tanggal Masuk | Tanggal Keluar | No HP | Status
20150012 | Siti Rahmawati | Staf Ekspor | siti@kargo.test | 2015-02-01 |  | 081200000001 | Aktif
20160031 | Budi Santoso | Supir | budi@kargo.test | 2016-08-15 | 2023-04-30 | 081200000002 | Resign
20190007 | Dewi Lestari | Akunting | dewi@kargo.test | 2019-11-11 |  | 081200000003 | Cuti
= external_id: NIK
= name: Nama Karyawan
= email_address: Email Kantor
= is_active: Status
map is_active: Aktif=true, Resign=false

## tax-code | id | kode pajak | invented
Kode Pajak | Nama Pajak | Tarif (%) | Jenis | Akun | Aktif
PPN11 | PPN 11% | 11 | PPN | 2110 | Ya
PPN0 | PPN Ekspor 0% | 0 | PPN | 2110 | Ya
PPH23 | PPh 23 2% | 2 | PPh | 2120 | Ya
PPN10 | PPN 10% | 10 | PPN | 2110 | Tidak
= external_id: Kode Pajak
= code: Kode Pajak
= description: Nama Pajak
= rate: Tarif (%)
= tax_type: Jenis
= is_active: Aktif
map tax_type: PPN=vat, PPh=withholding
unit: percent

## staff | id | data karyawan | invented
NIK | Nama Karyawan | Jabatan | Divisi | Tanggal Masuk | Tanggal Keluar | Status Karyawan | Email Kantor
K-0012 | Budi Santoso | Staf Ekspor | Operasional | 01/02/2018 |  | Tetap | budi@jawa.test
K-0013 | Siti Aminah | Kasir | Keuangan | 15/06/2016 | 30/04/2025 | Kontrak | siti@jawa.test
K-0020 | Agus Wijaya | Supir | Transport | 10/01/2022 |  | Tetap | agus@jawa.test
= external_id: NIK
= name: Nama Karyawan
= email_address: Email Kantor
= is_active: until Tanggal Keluar

## tax-code | id | daftar pajak | invented
Kode Pajak | Nama Pajak | Tarif | Jenis | Akun Penjualan | Aktif
PPN11 | PPN 11% | 11 | PPN | 2105.01 | Ya
PPH23 | PPh Pasal 23 | 2 | PPh | 2104.02 | Ya
PPN10 | PPN 10% | 10 | PPN | 2105.01 | Tidak
= external_id: Kode Pajak
= code: Kode Pajak
= description: Nama Pajak
= rate: Tarif
= is_active: Aktif
~ tax_type: Jenis
unit: percent

## staff | id | pay list | real
id | nama | posisi | gaji | Tugas
001 | Charlie Mason | Analyst | 89830 | 
002 | Frank Woods | Developer | 91275 | 
003 | Grace Mason | Coordinator | 76250 | 
004 | Charlie James | Manager | 86029 | 
005 | Hank Wells | Administrator | 52188 | 
= external_id: id
= name: nama

## staff | id | civil servants | real
nip | nama | pangkat | jabatan
196803061998031007 | NADI, S.P | Penata, III/c | Penyuluh Kehutanan Ahli Muda
196806102000032009 | NUR AISAH, S.P | Penata Tingkat I, III/d | Penyuluh Kehutanan Ahli Muda
196808092000031008 | AGUS BUDI, S.P | Penata, III/c | Pengolah Data dan Informasi
199506092022212001 | MUHIMA NISA | Golongan (V) | Penyuluh Kehutanan Pemula
= external_id: nip
= name: nama

## tax-code | id | Odoo, PPN | real
id | description | chart_template_id:id | type_tax_use | name | type | amount | account_collected_id:id | account_paid_id:id
TaxTempID_001 | PPN-OUT | l10n_id.chart | sale | PPN Out | percent | 0.1 | accID_2_2020204 | accID_2_2020204
TaxTempID_002 | PPN-IN | l10n_id.chart | purchase | PPN In | percent | 0.1 | accID_1_11050207 | accID_1_11050207
= external_id: id
~ code: id
~ code: description
= description: name
~ description: description
= rate: amount
= direction: type_tax_use
unit: fraction
map direction: sale=output, purchase=input

## staff | id | English headings | real
id | name | age | position | department
1 | Annisa | 21 | Manajer | IT
2 | Natasya | 22 | Staff | Marketing
= external_id: id
= name: name

## staff | id | school without headings | real
(none)
Ari Handoko, S.Pd | Kepala Sekolah | Kendal, 24 September 1989 | - | image1.jpg | Guru | Dusun Dasri RT.01 | Matematika | S1, Pendidikan Matematika | 01.0415.108 | April 2015
Khusnul Hotima, S.Pd | WaKa Sarpras | Semarang, 30 Juli 1979 | - | image1.jpg | Guru | Mangkang Wetan RT.02 | Bahasa Inggris | S1, Pendidikan Bahasa Inggris | 01.0610.102 | Juni 2010
Asku Riati, S.E | Guru Mapel | Semarang, 16 Agustus 1967 | - | image1.jpg | Guru | Jl. Mandasia | Kewirausahaan, Seni Budaya | S1, Ekonomi Manajemen | 01.0610.101 | Juni 2010
= external_id: #10
~ external_id: (none)
= name: #1
~ name: (none)

## staff | id | civil servants with titles | real
id | nama | nip | no_seri_karpeg | tempat_lahir | tanggal_lahir | jenis_kelamin | pangkat | golongan | tmt_pangkat | jabatan | tmt_jabatan | unit_kerja | instansi
1 | HENDRA, S.AP | 197406182006041009 | 123456VA | Manggar | 11-11-2025 | Laki-laki | Penata Muda | III/a | 11-11-2025 | Analis | 11-11-2025 | SMK Negeri 1 | Dinas Pendidikan
2 | ALFIKAR, S.Pd | 19720405 200501 1 009 |  |  |  |  |  |  |  |  |  |  | 
3 | ALIANG KUSUMA S.Pd. | 19860914 201902 1 003 |  |  |  |  |  |  |  |  |  |  | 
4 | BASRIN, S.H. | 19670410 202221 1 001 |  |  |  |  |  |  |  |  |  |  | 
5 | DANANG YULI, S.Pd | 19990717 202421 1 005 |  |  |  |  |  |  |  |  |  |  | 
= external_id: id
~ external_id: nip
= name: nama

## charge-code | id | sewing shop accounts with a dash for no tax | real
Account Number | Account Name | Account Type | Description | Tax Code
1-101 | Kas | Asset | Cash on hand | -
1-102 | Piutang Usaha | Asset | Accounts Receivable | -
1-103 | Sewa Kios Dibayar Dimuka | Asset | Prepaid Rent | -
2-101 | Utang Usaha | Liability | Accounts Payable | -
3-101 | Modal Pemilik | Equity | Owner Capital | -
4-101 | Pendapatan Jahit | Income | Sewing Revenue | -
5-101 | Gaji dan Upah | Expense | Salaries and Wages | -
5-102 | Beban Sewa Kios | Expense | Rent Expense | -
= external_id: Account Number
= code: Account Number
= description: Account Name
~ description: Description
~ tax_code: (none)
`;
