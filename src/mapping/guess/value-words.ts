import { valueKey } from "./words.js";

/** What cells say, in many languages. One line per meaning and language; anyone can extend a line or add one. */
const flagWords = `
true: true, t, yes, y, on, 1, x, enabled, ja, j, wahr, w, oui, o, vrai, v, sí, si, s, verdadero, vero, sim, verdadeiro, tak, prawda, ano, a, pravda, kyllä, evet, e, doğru, да, так, истина, 是, 有, はい, 有り, あり, ○, 〇, 예, 네, có, đúng, ya, benar, نعم, صح, igen, da, adevărat, ✓, ✔, ☑, k, ναι, αληθές, כן, ใช่
false: false, f, no, n, off, 0, disabled, nein, falsch, non, faux, falso, não, nao, nee, onwaar, nie, fałsz, ne, nepravda, nej, nei, ei, hayır, hayir, h, yanlış, нет, ні, ложь, 否, 无, いいえ, 無, なし, ×, 아니오, 아니요, không, sai, tidak, salah, لا, خطأ, nem, hamis, nu, ✗, ☐, όχι, ψευδές, לא, не, ไม่, ไม่ใช่
`;

const statusWords = `
active: ενεργός, ενεργή, ενεργό, σε ισχύ, פעיל, פעילה, בתוקף, מועסק, активен, работещ, в сила
inactive: ανενεργός, ανενεργή, ανενεργό, αποχώρησε, κλειδωμένος, לא פעיל, לא פעילה, עזב, מבוטל, неактивен, напуснал
active: aktivan, aktivna, aktivno, aktiven, zaposlen, važeći, ทำงาน, ใช้งาน, ปกติ
inactive: neaktivan, neaktivna, neaktivno, neaktiven, blokiran, otišao, ลาออก, ไม่ใช้งาน, พ้นสภาพ
active: active, enabled, enable, act, live, current, employed, working, in use, valid, open, approved, published, in service, actv, on duty, available, activated, in force, effective, hired, permanent staff active, currently working, currently employed, running
inactive: inactive, disabled, disable, inact, resigned, resign, terminated, left, retired, closed, blocked, deleted, archived, obsolete, deprecated, expired, discontinued, deactivated, ex employee, former, dismissed, separated, leaver, laid off, not active, deprovisioned, quit, void, withdrawn, revoked, removed, voluntarily terminated, terminated for cause, left company, rejected, cancelled, canceled, in active, no longer employed, deceased, not in use, resignation, termination
active: aktiv, beschäftigt, gültig, freigegeben, angestellt, in kraft, in benutzung, verwendbar, tätig, im einsatz, im dienst
inactive: inaktiv, gesperrt, ausgeschieden, gekündigt, gelöscht, stillgelegt, ungültig, archiviert, deaktiviert, ausgetreten, nicht aktiv, entlassen, pensioniert, geloescht, ausser kraft, abgelaufen, ausgelaufen, auslaufend gesperrt
active: actif, active, en activité, en poste, présent, valide, en service, activé, en vigueur, en cours, present, activée, validé
inactive: inactif, inactive, parti, sorti, démissionné, licencié, bloqué, supprimé, archivé, désactivé, retraité, fermé, sortie, démissionnaire, non actif, clôturé, radié, partie, périmé, obsolète, désactivée, fin de contrat, en sommeil, suspendu définitivement
active: activo, activa, vigente, alta, habilitado, en alta, trabajando, contratado, de alta, válido, habilitada, en vigor
inactive: inactivo, inactiva, baja, cesado, dado de baja, de baja, bloqueado, anulado, eliminado, jubilado, retirado, desactivado, deshabilitado, cesada, archivado, egresado, no vigente, no activo, despedido, renunció, finiquitado, derogado, caducado
active: attivo, attiva, in forza, in servizio, valido, abilitato, in uso, assunto, valida
inactive: inattivo, inattiva, cessato, dimesso, licenziato, bloccato, disattivato, disabilitato, cessata, non attivo, annullato, archiviato, dimissionario, pensionato, obsoleto, non valido, sospeso definitivo, dimessa
active: ativo, ativa, activo, vigente, trabalhando, em atividade, em vigor, habilitado, em exercício
inactive: inativo, inativa, desligado, demitido, bloqueado, cancelado, excluído, aposentado, desativado, rescindido, inactivo, saiu, demitida, desligada, arquivado, exonerado, encerrado, revogado
active: actief, in dienst, geldig, werkzaam, in gebruik, ingeschakeld
inactive: inactief, uit dienst, geblokkeerd, vervallen, niet actief, gearchiveerd, verwijderd, vertrokken, gepensioneerd, ontslagen, uitgeschakeld
active: aktywny, aktywna, zatrudniony, pracuje, zatrudniona, obowiązująca, obowiązuje, ważny, czynny, aktywne, włączony, obowiązujący
inactive: nieaktywny, nieaktywna, zwolniony, zablokowany, usunięty, archiwalny, nie pracuje, zwolniona, wycofana, archiwalna, nieaktywne, wycofany, wyłączony, emeryt, były pracownik, nieobowiązująca, wygasła
active: aktivní, zaměstnán, v pracovním poměru, platný, aktívny, platná, platné, pracuje, činný, v platnosti
inactive: neaktivní, ukončen, ukončený, výpověď, zablokovaný, neplatný, zrušený, neaktívny, propuštěn, ukončena, odešel, neplatná, v důchodu, zrušena, zrušen, blokovaný
active: aktiv, anställd, gällande, aktivt, i tjänst, giltig, ansat, ansatt, gyldig, i bruk
inactive: inaktiv, avslutad, slutat, spärrad, avgått, uppsagd, upphört, fratrådt, opsagt, spærret, sluttet, slettet, sperret, utgått, udgået, ophørt, pensionerad, tidligere ansat, ikke aktiv, nedlagt, utgången, oppsagt, lukket
active: aktiivinen, voimassa, käytössä, työsuhteessa, aktiivi
inactive: passiivinen, poistunut, päättynyt, ei käytössä, lopettanut, irtisanottu, epäaktiivinen, poistettu, eläkkeellä, lopetettu, vanhentunut, ei aktiivinen
active: aktif, çalışıyor, yürürlükte, geçerli, görevde, etkin, devam ediyor
inactive: pasif, ayrıldı, işten ayrıldı, iptal, kapalı, emekli, çıktı, işten çıktı, geçersiz, ayrılmış, çıkarıldı, istifa, istifa etti, devre dışı, kullanım dışı, yürürlükten kalktı, emekli oldu
active: работа, активен, активный, активна, работает, действует, действующий, действующая, используется, действителен, в штате, трудоустроен, включен, активно, действующее, актуальный, активная
inactive: увольнение, неактивен, уволен, заблокирован, удален, архив, не работает, не действует, архивный, неактивный, уволена, недействителен, закрыт, отключен, неактивна, не используется, отменен, отменена, в архиве, на пенсии, утратил силу, неактивная, недействующий, удалён
active: активний, працює, діє, чинний, діюча, діючий, активна, використовується, чинна, в штаті, активно
inactive: неактивний, звільнений, звільнено, заблокований, видалений, не діє, архівний, нечинний, звільнена, не працює, скасовано, неактивна, не використовується, скасована, нечинна, архів
active: 在职, 在職, 启用, 啟用, 有效, 正常, 激活, 生效, 在岗, 已启用, 使用中, 可用, 已生效, 正式, 正式员工, 在用, 開通, 已激活
inactive: 离职, 離職, 停用, 禁用, 无效, 無效, 作废, 失效, 退休, 已离职, 已停用, 注销, 冻结, 辞职, 已禁用, 已失效, 锁定, 解聘, 已退休, 已作废, 辞退, 开除, 停止使用, 已注销
active: 在籍, 在職, 有効, 使用中, 稼働中, 在職中, 在籍中, 勤務中, 利用中, 使用可, アクティブ, 稼働, 適用中, 使用
inactive: 退職, 無効, 廃止, 停止, 使用停止, 退職済, 退社, 利用停止, 削除, 退職済み, 非アクティブ, 使用不可, 休止, 廃止済, 離職, 退職者, 除籍, ロック
active: 재직, 재직중, 사용, 유효, 활성, 정상, 근무, 근무중, 사용중, 재직 중, 사용함, 적용중
inactive: 퇴직, 퇴사, 미사용, 무효, 비활성, 중지, 정지, 폐기, 사용중지, 사용안함, 퇴직자, 삭제, 만료, 폐지
active: đang làm việc, đang dùng, còn dùng, còn sử dụng, hoạt động, đang hoạt động, còn hiệu lực, đang sử dụng, đang làm, có hiệu lực, còn làm việc, kích hoạt, hiệu lực, chính thức, đang áp dụng
inactive: ngưng dùng, ngừng dùng, ngưng, tạm ngưng dùng, nghỉ việc, đã nghỉ, đã nghỉ việc, ngừng hoạt động, hết hiệu lực, khóa, ngưng sử dụng, ngừng sử dụng, thôi việc, đã thôi việc, ngừng, không hoạt động, vô hiệu, ngừng áp dụng, đã khóa, không sử dụng, đã xóa
active: aktif, bekerja, berlaku, masih bekerja, digunakan
inactive: nonaktif, non aktif, tidak aktif, keluar, resign, berhenti, pensiun, diberhentikan, tidak berlaku, mengundurkan diri, tak aktif, telah berhenti, dihapus, phk
active: نشط, فعال, ساري, على رأس العمل, مفعل, نشطة, فعالة, سارية, يعمل
inactive: غير نشط, متوقف, موقوف, مستقيل, ملغي, منتهي, معطل, غير فعال, محذوف, متقاعد, غير نشطة, ملغاة, منتهية, مفصول, غير ساري, غير سارية
active: aktív, érvényes, dolgozik, hatályos, activ, activă, angajat, valabil, în vigoare
inactive: inaktív, kilépett, zárolt, érvénytelen, nem aktív, megszűnt, inactiv, inactivă, plecat, blocat, concediat, demisionat, expirat, abrogat, nyugdíjas, törölt
`;

const chargeTypeWords = `
freight: freight, frt, fracht, fret, flete, nolo, frete, vracht, freight charge, freight charges, ocean freight, air freight, sea freight, airfreight, oceanfreight, main carriage, main freight, hauptlauf, seefracht, luftfracht, 运费, 海运费, 空运费, 運費, 運賃, 海上運賃, 航空運賃, 운임, 해상운임, 항공운임, cước, cước vận chuyển, cước vận tải, navlun, фрахт, перевозка, przewoźne, fracht główny, přepravné, frakt, rahti, pengangkutan, شحن, الشحن, freights, cước phí chính, основной фрахт, fuvardíj, tambang, kargo, freight revenue
origin: origin, org, orig, origin charge, origin charges, origin local, at origin, pol, pol charges, origin services, abgang, abgangskosten, vorlauf, départ, depart, départs, frais départ, origen, origine, origem, partenza, vertrek, herkomst, pochodzenie, nadanie, původ, odeslání, ursprung, avgång, oprindelse, afgang, lähtö, lähtöpaikka, çıkış, menşe, отправление, origin port, відправлення, 起运, 起运港, 起運, 起運地, 始发, 出发地, 发货地, 装货港, 起运地, 積地, 発地, 輸出地, 출발지, 선적지, 출발, nơi đi, đầu xuất, cảng đi, asal, muat, المنشأ, بلد المنشأ, kiindulás, origine frais, пункт отправления
destination: destination, dst, dest, destination charge, destination charges, destination local, at destination, pod, pod charges, destination services, empfang, empfangskosten, nachlauf, bestimmung, arrivée, arrivee, frais arrivée, destino, destinazione, arrivo, bestemming, aankomst, przeznaczenie, určení, doručení, destinace, ankomst, destinationen, määränpää, saapuminen, varış, назначение, прибытие, destination port, призначення, прибуття, 目的, 目的港, 目的地, 到达, 到着, 卸货港, 到达地, 揚地, 着地, 仕向地, 도착지, 도착, 양하지, nơi đến, đầu nhập, cảng đến, tujuan, bongkar, الوجهة, الوصول, célállomás, érkezés, destinație, пункт назначения, přeznaczenie
other: other, oth, others, misc, msc, miscellaneous, sonstige, sonstiges, autre, autres, otro, otros, altro, altri, outro, outros, overig, overige, inne, ostatní, övrigt, øvrigt, andet, annet, muu, muut, diğer, прочее, прочие, інше, інші, 其他, 其它, 杂费, その他, 기타, khác, lain lain, lainnya, أخرى, egyéb, altele
`;

const directionWords = `
output: output, sales, sale, out, outgoing, ar, receivable, ausgang, ausgangssteuer, umsatzsteuer, ust, verkauf, vente, ventes, collectée, venta, ventas, repercutido, impuesto repercutido, iva repercutido, iva devengado, vendita, vendite, debito, venda, vendas, saída, liquidado, verkoop, sprzedaż, należny, prodej, výstup, försäljning, utgående, salg, udgående, utgående, myynti, satış, hesaplanan, продажа, реализация, исходящий, продаж, реалізація, вихідний, 销项, 销售, 銷項, 売上, 매출, bán ra, đầu ra, penjualan, keluaran, المبيعات, مبيعات, مخرجات, output tax, output vat, eladás, értékesítés, fizetendő, vânzare, vânzări, sell, selling, ut, customer, revenue, income, 销项税, utg
input: input, purchase, purchases, in, incoming, ap, payable, eingang, vorsteuer, vst, einkauf, achat, achats, déductible, compra, compras, soportado, impuesto soportado, iva soportado, acquisto, acquisti, credito, entrada, dedutível, inkoop, zakup, naliczony, nákup, vstup, inköp, ingående, køb, indgående, inngående, osto, ostot, alış, indirilecek, покупка, входящий, приобретение, закупка, купівля, придбання, вхідний, 进项, 采购, 進項, 仕入, 매입, mua vào, đầu vào, pembelian, masukan, المشتريات, مشتريات, مدخلات, input tax, input vat, beszerzés, vásárlás, levonható, cumpărare, cumpărări, buy, buying, vendor, cost, expense, 进项税, ing
both: both, all, beide, tous, ambos, entrambi, beiden, oba, wszystkie, obojí, båda, begge, molemmat, her ikisi, оба, обидва, 全部, 両方, 모두, cả hai, keduanya, كلاهما, sales and purchases, sale and purchase, purchases and sales, achat et vente, compras y ventas, vendite e acquisti, mindkettő, ambele, input output, cost and sell
`;

const taxTypeWords = `
vat: vat, mwst, ust, tva, iva, btw, dph, moms, alv, kdv, ндс, пдв, 增值税, 增值稅, 消費税, 부가세, 부가가치세, gtgt, ppn, value added tax, value added, mehrwertsteuer, umsatzsteuer, podatek vat, thuế gtgt, áfa, ضريبة القيمة المضافة, mva, 消费税增值, ptu, taxe sur la valeur ajoutée, impuesto al valor agregado, igic
gst: gst, hst, goods and services tax, cgst, sgst, igst, harmonized sales tax, gst hst
sales_tax: sales tax, sales, state sales tax, use tax, sales and use tax, pst, qst, retail sales tax, state tax
withholding: withholding, wht, withholding tax, quellensteuer, retenue à la source, retención, retenciones, ritenuta, retenção, bronbelasting, pph, stopaj, tevkifat, 预扣税, 源泉徴収, 원천징수, irpf, tds, ضريبة الاستقطاع, thuế nhà thầu, tcs, isr, retención isr, 代扣代缴
duty: duty, customs duty, import duty, zoll, droits de douane, arancel, dazio, 关税, 關稅, 関税, 관세, thuế nhập khẩu, bea masuk, customs, clo, cło, gümrük vergisi, пошлина, мито, excise, excise duty, accise, verbrauchsteuer
`;

const genderWords = `
gender: m, f, male, female, man, woman, männlich, weiblich, divers, w, d, homme, femme, hombre, mujer, masculino, femenino, maschio, femmina, feminino, vrouw, mężczyzna, kobieta, k, muž, žena, kvinna, kvinde, mand, mies, nainen, erkek, kadın, мужской, женский, муж, жен, чоловіча, жіноча, м, ж, 男, 女, 男性, 女性, 남, 여, 남자, 여자, nam, nữ, laki laki, perempuan, l, p, pria, wanita, ذكر, أنثى, férfi, nő, masculin, féminin
`;

const sumWords = `
sum: total, totals, grand total, sum, subtotal, summe, gesamt, gesamtsumme, somme, total général, totale, suma, razem, ogółem, celkem, summa, sammanlagt, yhteensä, toplam, итого, всего, разом, усього, 合计, 合計, 总计, 總計, 小計, 小计, 합계, 총계, tổng, tổng cộng, cộng, jumlah, المجموع, الإجمالي, összesen, suma total, totaal, i alt
`;

function readWords(text: string): ReadonlyMap<string, string> {
  const words = new Map<string, string>();
  for (const line of text.trim().split("\n")) {
    const colon = line.indexOf(":");
    const meaning = line.slice(0, colon).trim();
    for (const word of line.slice(colon + 1).split(",")) {
      const key = valueKey(word);
      if (key !== "" && !words.has(key)) words.set(key, meaning);
    }
  }
  return words;
}

const flags = readWords(flagWords);
const statuses = readWords(statusWords);
const chargeTypes = readWords(chargeTypeWords);
const directions = readWords(directionWords);
const taxTypes = readWords(taxTypeWords);
const genders = readWords(genderWords);
const sums = readWords(sumWords);

/** `true` for a cell that says yes, `false` for one that says no. */
export function flagOf(value: string): boolean | undefined {
  const found = flags.get(valueKey(value));
  return found === undefined ? undefined : found === "true";
}

/** `true` for a status word that means in use or employed, `false` for one that means the opposite. */
export function statusOf(value: string): boolean | undefined {
  const key = valueKey(value);
  const found = statuses.get(key) ?? statuses.get(key.replace(/^(?:[a-z]|\d{1,3}) /, ""));
  return found === undefined ? undefined : found === "active";
}

/** Freight, origin, destination or other, as a group column says it. */
export function chargeTypeOf(value: string): string | undefined {
  const key = valueKey(value);
  return (
    chargeTypes.get(key) ??
    chargeTypes.get(
      key.replace(/(?:费用|费|費用|料金|비용|요금| charges?| fees?| costs?| local charges?)$/, ""),
    )
  );
}

/** `VAT on sales`, `IVA ventas`, `Moms salg`. "Sales tax" is a kind of tax and says no side. */
const namedTax =
  /^(?:vat|gst|iva|tva|moms|mva|btw|mwst|dph|kdv|impuesto|imposta|imposto)(?: (?:on|for|a|al|la|las|le|les|su|sur|sulle|sugli|de|des|sobre|di|da))* | (?:vat|gst|iva|tva|moms|mva|btw|mwst|dph|kdv)$/;

/** Output, input or both. */
export function directionOf(value: string): string | undefined {
  const key = valueKey(value);
  return directions.get(key) ?? directions.get(key.replace(namedTax, ""));
}

/** The kind of tax that a type column says. */
export function taxTypeOf(value: string): string | undefined {
  return taxTypes.get(valueKey(value));
}

export function isGender(value: string): boolean {
  return genders.has(valueKey(value));
}

/** Whether a cell begins a row of totals. */
export function isSumWord(value: string): boolean {
  return sums.has(valueKey(value.replace(/[:：].*$/, "")));
}
