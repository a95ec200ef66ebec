/** Indonesian and Malay. */
export const indonesian = `
staff: karyawan, pegawai, pengguna, staf, personel, pekerja, kakitangan, tenaga kerja, anggota
charge: biaya, jasa, layanan, tarif, ongkos, caj, item biaya, produk, barang, perkhidmatan, jenis biaya
tax: pajak, ppn, pph, cukai, sst
manager: atasan, manajer, penyelia, pengurus, atasan langsung
relative: kontak darurat, suami istri, pasangan, nama ibu
customer: pelanggan
vendor: pemasok, vendor, pembekal
company: perusahaan, syarikat, organisasi
department: departemen, bagian, jabatan departemen, divisi, jabatan bahagian, bahagian, unit kerja
branch: cabang, kantor, lokasi, cawangan, penempatan, pejabat
job_title: jabatan, posisi, pangkat, jawatan, golongan
role: peran, hak akses, peranan
bank: bank, nomor rekening, no rekening, akaun bank
ledger: akun, kode akun, akaun, akun pendapatan, akun biaya, nama akun
cost_centre: pusat biaya
currency: mata uang, mata wang
unit: satuan, unit ukuran
document: faktur, kontrak
tariff: kode hs, kod hs
work: kerja, kantor, perusahaan
private: pribadi, peribadi
secondary: kedua, alternatif, lain
english: bahasa inggris, inggris
local: bahasa indonesia, indonesia
short: singkat, pendek
long: panjang, lengkap
cost: pembelian, beli, masukan
sell: penjualan, jual, keluaran
filler: dari, untuk, dan, yang, di, ke, pada
email: email, surel, alamat email, e mail, emel, alamat surel, alamat emel, surat elektronik
email+work: email kantor, email perusahaan, email kerja
email+private: email pribadi, surel pribadi
id: id, pengenal, kunci
number: nomor, no, nombor
code: kode, kod, singkatan
id+staff: nip, nik, nik karyawan, nomor induk pegawai, nomor induk karyawan, kode karyawan, id karyawan, no karyawan, nomor karyawan, no pekerja, id pegawai, kode pegawai, nrp, npk, no induk, nomor pegawai, nomor induk
login: nama pengguna, username
full_name: nama lengkap, nama karyawan, nama pegawai, nama penuh, nama pekerja, nama staf, nama lengkap karyawan
given_name: nama depan, nama pertama
family_name: nama belakang, nama keluarga
middle_name: nama tengah
nickname: nama panggilan
name: nama
description: deskripsi, keterangan, uraian, nama biaya, nama pajak, nama jasa, penjelasan, penerangan, nama layanan
active: aktif, apakah aktif, berlaku, masih aktif, digunakan, status aktif
inactive: tidak aktif, nonaktif, non aktif, diblokir, dihapus, berhenti, dinonaktifkan, arsip, tutup
status: status, keadaan, status karyawan, status pegawai, status keaktifan
end_date+staff: tanggal keluar, tanggal berhenti, tgl keluar, tanggal resign, tgl resign, tanggal pengunduran diri, tarikh berhenti
hire_date: tanggal masuk, tgl masuk, tanggal bergabung, tanggal mulai kerja, mulai bekerja, tarikh mula kerja, tmt
birth_date: tanggal lahir, tgl lahir, tempat lahir, tempat tanggal lahir, ttl, tarikh lahir
created_at: tanggal dibuat, dibuat, dibuat pada, dibuat oleh
modified_at: tanggal diubah, diubah, terakhir diubah, diperbarui, tanggal perubahan, diperbarui pada, terakhir diperbarui, tarikh kemaskini
last_login: terakhir login
date: tanggal, tgl, waktu, hari, bulan, tahun, tarikh
valid_from: berlaku dari, berlaku mulai, tanggal mulai, tanggal awal, mulai berlaku, tanggal berlaku
valid_to: berlaku sampai, tanggal akhir, berlaku hingga, tanggal selesai, kadaluarsa, tanggal berakhir
rate: tarif pajak, persentase, persen, tarif ppn, kadar, peratus, besaran, tarif
value: nilai
country: negara, kode negara
region: provinsi, wilayah, negeri
city: kota, kabupaten, bandar
postcode: kode pos, poskod
address: alamat
phone: telepon, no telepon, nomor telepon, hp, no hp, handphone, telp, nomor hp, ponsel, telefon
password: kata sandi, sandi, kata laluan
gender: jenis kelamin, jantina, kelamin
nationality: kewarganegaraan, agama, bangsa, kebangsaan
marital_status: status perkawinan, status pernikahan, status kawin
national_id: ktp, no ktp, nik, npwp, nomor ktp, bpjs, no kad pengenalan, no ic, paspor
salary: gaji, upah, gaji pokok
age: umur, usia
education: pendidikan, pendidikan terakhir
employment_type: jenis kontrak, tipe karyawan, status kepegawaian, jenis karyawan, tipe kontrak, status kerja kontrak
language: bahasa
note: catatan, nota
row_number: no urut, nomor urut, bil
amount: jumlah, harga, nominal
quantity: kuantitas, banyak
taxable: kena pajak, dikenakan pajak
kind: jenis, tipe, kelas, jenis pajak
group: grup, kelompok, kelompok biaya, kumpulan
category: kategori
direction: arah
`;
