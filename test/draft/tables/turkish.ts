/** Lists with Turkish headings. Lists marked real have the headings and forms of a public file, with invented personal values. */
export const turkish = `
## staff | tr | personel listesi | invented
Sicil No | Adı | Soyadı | T.C. Kimlik No | E-Posta | Görevi | İşe Giriş Tarihi | İşten Çıkış Tarihi | Durum
145 | Ayşe | Yılmaz | 10000000146 | ayse.yilmaz@lojistik.test | Operasyon | 01.02.2016 |  | Aktif
146 | Mehmet | Demir | 20000000246 | mehmet.demir@lojistik.test | Gümrük | 15.05.2012 | 30.06.2023 | Pasif
147 | İpek | Şahin | 30000000346 | ipek.sahin@lojistik.test | Satış | 03.09.2021 |  | Aktif
= external_id: Sicil No
= name: Adı + Soyadı
= email_address: E-Posta
= is_active: Durum
map is_active: Aktif=true, Pasif=false

## tax-code | tr | KDV oranları | invented
Kod | Açıklama | KDV Oranı | Aktif
KDV20 | %20 KDV | 20 | E
KDV10 | %10 KDV | 10 | E
KDV18 | %18 KDV (eski) | 18 | H
= external_id: Kod
= code: Kod
= description: Açıklama
= rate: KDV Oranı
= is_active: Aktif
unit: percent

## charge-code | tr | masraf kartları | invented
Masraf Kodu | Masraf Adı | KDV Oranı (%) | Muhasebe Kodu | Durumu
NAV | Navlun | 0 | 600.01 | Aktif
ORD | Ordino | 20 | 600.02 | Aktif
ARD | Ardiye | 20 | 600.03 | Pasif
= external_id: Masraf Kodu
= code: Masraf Kodu
= description: Masraf Adı
= is_active: Durumu
map is_active: Aktif=true, Pasif=false

## staff | tr | personel listesi (2) | invented
personel_id | ad | soyad | tc_no | telefon | departman | ise_giris_tarihi | performans_puani | eposta | aktif
P001 | Ayşe | Yılmaz | 11111111110 | 5551112233 | ihracat | 2018-03-15 |  | ayse@bogaz.test | 1
P002 | Mehmet | Kaya | 22222222220 | 5551112234 | ithalat | 2019-06-01 | 92.5 | mehmet@bogaz.test | 1
P003 | Elif | Demir | 33333333330 | 5551112235 | depo | 2021-01-10 | 88.0 | elif@bogaz.test | 0
= external_id: personel_id
= name: ad + soyad
= email_address: eposta
= is_active: aktif

## charge-code | tr | hizmet kartları | invented
Hizmet Kodu | Hizmet Adı | Hizmet Adı 2 | KDV Oranı | Birim | Pasif
NAV.001 | Navlun | Ocean freight | 0 | ADET | Hayır
LOK.001 | Liman hizmeti | Port charges | 20 | ADET | Hayır
ESK.001 | Eski hizmet | Old | 20 | ADET | Evet
= external_id: Hizmet Kodu
= code: Hizmet Kodu
= description: Hizmet Adı
= is_active: not Pasif

## tax-code | tr | KDV kodları | invented
KDV Kodu | Açıklama | Oran (%) | Alış/Satış | Geçerlilik Başlangıcı
K20S | KDV %20 satış | 20 | Satış | 10.07.2023
K20A | KDV %20 alış | 20 | Alış | 10.07.2023
K10S | KDV %10 satış | 10 | Satış | 10.07.2023
K00 | İstisna | 0 | Satış | 01.01.2002
= external_id: KDV Kodu
= code: KDV Kodu
= description: Açıklama
= rate: Oran (%)
= direction: Alış/Satış
= valid_from: Geçerlilik Başlangıcı
map direction: Satış=output, Alış=input
unit: percent

## staff | tr | people analytics | real
calisan_id | ad_soyad | cinsiyet | yas | departman | pozisyon | deneyim_yil | egitim_seviyesi | maas | ise_giris_tarihi | performans_notu | sehir | email | telefon
EMP0001 | Ahmet Kurt | Erkek | 50 | Satış | Satış Müdürü | 14 | Ön Lisans |  | 2019-02-24 | 2.7 | Ankara | ahmet.kurt@firma.test | 05520000555
EMP0002 | Burak Taş | Erkek | 40 | IT | IT Müdürü | 10 | Lisans | 96705.0 | 2024-02-11 | 3.7 | Konya | burak.taş@firma.test | 05410000156
EMP0003 | Pınar Kılıç | Kadın | 54 | İnsan Kaynakları | İK Uzmanı | 11 | Yüksek Lisans | 61689.0 | 2021-03-31 | 3.5 | Ankara | pınar.kılıç@firma.test | 05420000655
EMP0004 | İbrahim Deniz | Erkek | 41 | Operasyon | Operasyon Uzmanı | 14 | Lise | 75105.0 | 2022-06-09 | 3.3 | Gaziantep | i̇brahim.deniz@firma.test | 05370000600
= external_id: calisan_id
= name: ad_soyad
= email_address: email

## staff | tr | factory, names blank | real
personel_id | ad | soyad | tc_no | telefon | departman | pozisyon | maas | ise_giris_tarihi | yillik_izin_hakki | kullanilan_izin | kalan_izin | performans_puani | ortalama_gunluk_uretim | devamsizlik_gun | fazla_mesai_saat | egitim_sertifikalari | acil_durum_kisi | acil_durum_tel | aktif
P001 |  |  |  |  | yonetim | mudur |  | 2018-03-15 | 20 | 8 | 12 |  |  | 0 | 0 | yonetim,is_guvenligi |  |  | 1
P002 |  |  |  |  | yonetim | mudur |  | 2019-06-01 | 18 | 5 | 13 |  |  | 1 | 12 | yonetim,is_guvenligi |  |  | 1
P004 |  |  |  |  | uretim | ustabasi |  | 2015-09-20 | 22 | 10 | 12 | 92.5 |  | 0 | 45 | pres_operasyon,forklift |  |  | 1
P005 |  |  |  |  | uretim | pres_operatoru |  | 2020-04-15 | 16 | 7 | 9 | 88.0 | 1850.0 | 1 | 24 | pres_operasyon |  |  | 1
= external_id: personel_id
= name: ad + soyad
~ name: (none)
= is_active: aktif

## staff | tr | users with hashes | real
Kullanıcı Adı | Şifre Hash | Ad Soyad | Yetki
admin | 240be518fabd2724ddb6f04eeb1da5967448d7e8 | Sistem Yöneticisi | Admin
okankaya | e663efed52305d6068e4bdaba5ad26f807cc50f1 | Okan Kaya | Admin
= external_id: Kullanıcı Adı
= name: Ad Soyad

## staff | tr | first names | real
Isim | Yas | Departman | Maas
Ahmet | 25 | IK | 30000
Mehmet | 30 | IT | 45000
Zeynep | 28 | IT | 42000
Elif | 22 | Pazarlama | 32000
~ external_id: Isim
= name: Isim

## staff | tr | users with passwords | real
KullaniciID | Ad | Soyad | Rol | Sıfre
1 | Gamze | Yönetir | Yonetici | 1234
2 | irem | kakız | Kullanici | 5678
3 | beyza | polatlı | Kullanici | 0123
= external_id: KullaniciID
= name: Ad + Soyad

## staff | tr | tenants' register with employment state | real
Sicil No | Ad | Soyad | E-posta | Unvan | Durum | Departman | İşe Başlama
001 | Ahmet | Yılmazer | ahmet@sirket.test | Yazılım Geliştirici | Aktif | Bilgi İşlem | 2024-01-15
002 | Ayşe | Demirel | ayse@sirket.test | Uzman | Pasif | Finans | 2023-05-02
003 | Mert | Özkanlı | mert@sirket.test | Stajyer | Aktif | Bilgi İşlem | 2025-06-01
= external_id: Sicil No
= name: Ad + Soyad
= email_address: E-posta
= is_active: Durum
map is_active: Aktif=true, Pasif=false

## staff | tr | meetings, names in one column | real
Sicil No | Adı Soyadı | Pozisyon | Yetkinlik Merkezi | E-posta Adresi (İş)
10001 | Örnek Kişi | Software Developer | Example | ornek@firma.test
10002 | Deniz Ak | Analist | Veri | deniz@firma.test
10003 | Can Tekin | Test Uzmanı | Kalite | can@firma.test
= external_id: Sicil No
= name: Adı Soyadı
= email_address: E-posta Adresi (İş)

## tax-code | tr | tax table with state | real
id | tax_code | tax_name | rate | status
1 | KDV20 | KDV %20 | 20.00 | Aktif
2 | KDV10 | KDV %10 | 10.00 | Aktif
3 | KDV1 | KDV %1 | 1.00 | Aktif
4 | KDV18 | KDV %18 | 18.00 | Pasif
= external_id: id
~ external_id: tax_code
= code: tax_code
= description: tax_name
= rate: rate
= is_active: status
unit: percent
map is_active: Aktif=true, Pasif=false

## staff | tr | people with titles and pictures | real
ad soyad | görev | foto link
Prof. Dr. Cemal TUNA | BÖLGE KOORDİNATÖRÜ | https://www.okul.test/507_.jpg
Doç. Dr. Mahir KAYA | KOORDİNATÖR YARDIMCISI | https://fen.okul.test/1358_57ce7956cb1ea_.jpg
Nejat AKIN | SEKRETER | https://www.okul.test/1822_.jpg
İsmet YURT | GÖREVLİ | 
Arş. Gör. Onur SALMAN | GÖREVLİ | https://fen.okul.test/1961_.jpg
= name: ad soyad

## staff | tr | factory staff without names | real
personel_id | ad | soyad | tc_no | telefon | departman | pozisyon | maas | ise_giris_tarihi | yillik_izin_hakki | kullanilan_izin | kalan_izin | performans_puani | fazla_mesai_saat | egitim_sertifikalari | acil_durum_kisi | acil_durum_tel | aktif
P001 |  |  |  |  | yonetim | mudur |  | 2018-03-15 | 20 | 8 | 12 |  | 0 | yonetim,is_guvenligi |  |  | 1
P002 |  |  |  |  | yonetim | mudur |  | 2019-06-01 | 18 | 5 | 13 |  | 12 | yonetim,is_guvenligi |  |  | 1
P004 |  |  |  |  | uretim | ustabasi |  | 2015-09-20 | 22 | 10 | 12 | 92.5 | 45 | pres_operasyon |  |  | 1
P005 |  |  |  |  | uretim | pres_operatoru |  | 2020-04-15 | 16 | 7 | 9 | 88.0 | 24 | pres_operasyon |  |  | 1
= external_id: personel_id
= name: ad + soyad
~ name: (none)
= is_active: aktif
`;
