export const turkish = `
staff: personel, çalışan, çalışanlar, kullanıcı, kişi, eleman, memur, işçi, personelin, çalışanın
charge: masraf, ücret, hizmet, gider, kalem, hizmetin, ürün, malzeme, stok, navlun, masraf kalemi, bedel
tax: kdv, vergi, vergiler, katma değer vergisi, ötv, stopaj, tevkifat
manager: yönetici, müdür, amir, yöneticisi, amiri
relative: acil durum, acil durumda aranacak kişi, eş, anne adı, baba adı, anne, baba
customer: müşteri, cari
vendor: tedarikçi, satıcı
company: şirket, firma, kurum, işveren
department: departman, bölüm, birim organizasyon, birimi
branch: şube, ofis, lokasyon, işyeri, çalışma yeri
job_title: ünvan, unvan, görev, pozisyon, görevi, unvanı, meslek
role: rol, yetki
bank: banka, banka hesabı
ledger: hesap, hesap no, hesap numarası, muhasebe hesabı, hesap kodu, muhasebe kodu, hesap adı, gelir hesabı, gider hesabı
cost_centre: masraf merkezi, maliyet merkezi
currency: döviz, para birimi, döviz cinsi
unit: birim, ölçü birimi
document: fatura, sözleşme, beyanname
tariff: gtip
work: iş, kurumsal, şirket içi
private: kişisel, özel, şahsi
secondary: ikinci, alternatif, diğer
english: ingilizce
local: yerel, türkçe
short: kısa
long: uzun, tam
old: eski
new: yeni
cost: alış, alım, indirilecek
sell: satış, hesaplanan
filler: ve, için, mi, ile, bu
email: e posta, eposta, e posta adresi, eposta adresi, mail, email, e mail, mail adresi, elektronik posta, maili, e maili, e postası, epostası
email+work: iş e postası, kurumsal e posta, kurumsal email, iş e posta, kurumsal eposta
email+private: kişisel e posta, özel e posta
id: id, kimlik, anahtar
number: numara, no, nosu, numarası, num
code: kod, kodu, kısaltma, kısa kod
id+staff: sicil no, sicil numarası, sicil, personel no, personel kodu, personel numarası, çalışan no, çalışan kodu, personel id, çalışan id, sicil kodu, çalışan numarası
login: kullanıcı adı, oturum adı, kullanıcı kodu
full_name: ad soyad, adı soyadı, ad soyadı, isim soyisim, tam ad, adı ve soyadı, personel adı soyadı, isim soyad, ad ve soyad, görünen ad, personel adı
given_name: ad, adı, isim, ilk ad
family_name: soyad, soyadı, soyisim
name: ad, adı, isim, ismi, adi
description: açıklama, tanım, açıklaması, tanımı, hizmet adı, vergi adı, masraf adı, kdv açıklaması
active: aktif, aktif mi, etkin, geçerli, çalışıyor, kullanımda, geçerli mi
inactive: pasif, engelli mi, iptal, silindi, kapalı, bloke, pasif mi, ayrıldı, kullanım dışı, devre dışı
status: durum, durumu, çalışma durumu, statü, personel durumu
end_date+staff: işten çıkış tarihi, çıkış tarihi, ayrılış tarihi, işten ayrılma tarihi, çıkış, ayrılma tarihi
hire_date: işe giriş tarihi, giriş tarihi, işe başlama tarihi, işe giriş, başlama tarihi
birth_date: doğum tarihi, doğum yeri, doğum günü
created_at: oluşturma tarihi, kayıt tarihi, oluşturulma tarihi, oluşturan
modified_at: değişiklik tarihi, güncelleme tarihi, son değişiklik, güncellenme tarihi, son güncelleme, değiştirme tarihi, son güncelleme tarihi, son değişiklik tarihi
last_login: son giriş
date: tarih, saat, gün, ay, yıl
valid_from: geçerlilik başlangıcı, başlangıç tarihi, başlangıç, geçerlilik başlangıç tarihi, yürürlük tarihi
valid_to: geçerlilik bitişi, bitiş tarihi, bitiş, geçerlilik bitiş tarihi, son geçerlilik tarihi
rate: oran, oranı, yüzde, kdv oranı, vergi oranı, kdv yüzdesi
value: değer
country: ülke, ülke kodu
region: il, eyalet, bölge
city: şehir, ilçe
postcode: posta kodu
address: adres
phone: telefon, cep telefonu, gsm, tel, cep, dahili, telefon numarası
password: şifre, parola
gender: cinsiyet
nationality: uyruk, uyruğu
marital_status: medeni hal, medeni durum, medeni hali
national_id: tc kimlik no, t c kimlik no, tckn, kimlik no, tc no, vergi no, sgk no, tc kimlik numarası
salary: maaş, ücreti, net ücret, brüt ücret
age: yaş
education: eğitim, öğrenim durumu, mezuniyet
employment_type: çalışma şekli, sözleşme türü, istihdam türü, çalışma tipi, personel tipi
language: dil
note: not, notlar
row_number: sıra no, sıra, s no
amount: tutar, fiyat, birim fiyat
quantity: miktar, adet
taxable: vergiye tabi, kdv dahil
kind: tür, tip, tipi, türü, çeşit, vergi türü
group: grup, grubu, masraf grubu
category: kategori
direction: yön, alış satış, satış alış
`;
