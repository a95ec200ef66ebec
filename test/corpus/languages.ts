import type { CleanTable } from "./clean-tables.js";

/** Names and words in many languages, each with the character sets of its exports. */

export interface Language {
  readonly language: string;
  readonly charsets: readonly string[];
  readonly table: CleanTable;
}

function language(
  name: string,
  charsets: readonly string[],
  headings: readonly string[],
  names: readonly string[],
  words: readonly string[],
): Language {
  const rows = names.map((person, i) => [
    `${String(i + 1).padStart(4, "0")}`,
    person,
    words[i % words.length]!,
    `user${i + 1}@example.com`,
    `2024-0${1 + (i % 9)}-1${i % 10}`,
  ]);
  return { language: name, charsets, table: { name, headings, rows } };
}

export const languages: readonly Language[] = [
  language(
    "german",
    ["windows-1252", "utf-8"],
    ["Nr", "Name", "Tätigkeit", "E-Mail", "Änderung"],
    [
      "Jürgen Müller",
      "Käthe Weiß",
      "Björn Jäger",
      "Günther Groß",
      "Sören Köhler",
      "Bärbel Schröder",
      "Uwe Krämer",
      "Jörg Böhm",
    ],
    ["Geschäftsführer", "Buchhaltung für Überseefracht", "Zollabfertigung", "Größe und Gewicht prüfen"],
  ),
  language(
    "french",
    ["windows-1252"],
    ["N°", "Nom", "Métier", "Courriel", "Créé le"],
    [
      "François Lefèvre",
      "Hélène Bézier",
      "André Château",
      "Zoé Noël",
      "Gérard Forêt",
      "Béatrice Crépin",
      "Jérôme Théâtre",
    ],
    ["Fret aérien à l’export", "Dédouanement", "Comptabilité générale", "Entrepôt"],
  ),
  language(
    "spanish",
    ["windows-1252"],
    ["Nº", "Nombre", "Descripción", "Correo", "Fecha"],
    ["José Núñez", "María Ángeles Muñoz", "Iñigo Peña", "Begoña Cañas", "Raúl Güell", "Sofía Ibáñez"],
    ["Gestión de aduanas", "Recepción y almacén", "Facturación", "Tránsito marítimo"],
  ),
  language(
    "polish",
    ["windows-1250", "iso-8859-2"],
    ["Nr", "Imię i nazwisko", "Stanowisko", "E-mail", "Data"],
    [
      "Grażyna Łukasiewicz",
      "Błażej Wójcik",
      "Agnieszka Świątek",
      "Krzysztof Źdźbło",
      "Małgorzata Dąbrowska",
      "Paweł Gałązka",
      "Łucja Żółć",
    ],
    ["Księgowość", "Spedycja morska i lądowa", "Obsługa celna przesyłek", "Główny księgowy"],
  ),
  language(
    "czech",
    ["windows-1250"],
    ["Č.", "Jméno", "Činnost", "E-mail", "Změněno"],
    [
      "Jiří Dvořák",
      "Věra Šťastná",
      "Zdeněk Růžička",
      "Božena Němcová",
      "Tomáš Kříž",
      "Jaroslav Hašek",
      "Žofie Čermáková",
    ],
    ["Účetní oddělení", "Námořní přeprava", "Celní řízení", "Vedoucí skladu, třída první"],
  ),
  language(
    "russian",
    ["windows-1251", "koi8-r", "utf-8"],
    ["Код", "Имя", "Должность", "Почта", "Дата"],
    [
      "Дмитрий Иванов",
      "Ольга Сергеевна Петрова",
      "Юрий Щукин",
      "Наталья Чехова",
      "Фёдор Достоевский",
      "Анна Ахматова",
    ],
    ["Главный бухгалтер", "Таможенное оформление", "Отдел перевозок", "Склад"],
  ),
  language(
    "greek",
    ["windows-1253"],
    ["Κωδικός", "Όνομα", "Θέση", "Ηλ. ταχυδρομείο", "Ημερομηνία"],
    ["Γιώργος Παπαδόπουλος", "Ελένη Οικονόμου", "Νίκος Καζαντζάκης", "Μαρία Κάλλας", "Κωνσταντίνος Καβάφης"],
    ["Λογιστήριο", "Θαλάσσιες μεταφορές", "Τελωνείο", "Αποθήκη"],
  ),
  language(
    "turkish",
    ["windows-1254"],
    ["No", "Adı Soyadı", "Görev", "E-posta", "Değişiklik"],
    [
      "Işıl Çağlar",
      "Gökhan Şimşek",
      "Ömer Yıldız",
      "Ayşe Güneş",
      "Çiğdem Özdağ",
      "İbrahim Kılıç",
      "Tuğba Şahin",
    ],
    ["Muhasebe müdürü", "Gümrük işlemleri", "Deniz taşımacılığı", "Depo görevlisi"],
  ),
  language(
    "hebrew",
    ["windows-1255"],
    ["קוד", "שם", "תפקיד", "דואל", "תאריך"],
    ["דוד כהן", "שרה לוי", "משה ביטון", "רחל מזרחי", "יוסף פרץ", "חנה אברהם"],
    ["הנהלת חשבונות", "שילוח ימי", "עמילות מכס", "מחסן"],
  ),
  language(
    "arabic",
    ["windows-1256"],
    ["رقم", "الاسم", "الوظيفة", "البريد", "التاريخ"],
    ["محمد العلي", "فاطمة حسن", "عبد الله الشمري", "نورة السالم", "خالد المنصور", "ليلى عثمان"],
    ["المحاسبة العامة", "الشحن البحري", "التخليص الجمركي", "المستودع"],
  ),
  language(
    "lithuanian",
    ["windows-1257"],
    ["Nr", "Vardas", "Pareigos", "El. paštas", "Data"],
    [
      "Jonas Žemaitis",
      "Rūta Šimkutė",
      "Kęstutis Čiurlionis",
      "Eglė Jokūbauskaitė",
      "Šarūnas Ąžuolas",
      "Živilė Būtėnaitė",
    ],
    ["Buhalterė", "Jūrų krovinių ekspedijavimas", "Muitinės tarpininkas", "Sandėlio vedėjas"],
  ),
  language(
    "japanese",
    ["shift_jis", "euc-jp", "utf-8"],
    ["社員番号", "氏名", "部署", "メール", "更新日"],
    ["佐藤 太郎", "鈴木 花子", "高橋 健一", "田中 美咲", "渡辺 直樹", "伊藤 さくら"],
    ["経理部", "海上輸送グループ", "通関業務", "倉庫"],
  ),
  language(
    "chinese",
    ["gb18030", "utf-8"],
    ["编号", "姓名", "部门", "邮箱", "修改日期"],
    ["王小明", "李红霞", "张伟强", "刘洋", "陈建国", "杨桂芳"],
    ["财务部门主管", "海运出口操作", "报关服务", "仓库管理"],
  ),
  language(
    "chinese-traditional",
    ["big5"],
    ["編號", "姓名", "部門", "電郵", "修改日期"],
    ["王小明", "李紅霞", "張偉強", "劉洋", "陳建國", "楊桂芳"],
    ["財務部門主管", "海運出口操作", "報關服務", "倉庫管理"],
  ),
  language(
    "korean",
    ["euc-kr"],
    ["사번", "이름", "부서", "이메일", "수정일"],
    ["김민수", "이영희", "박지훈", "최수진", "정우성", "한예슬"],
    ["회계팀 부장", "해상 수출 업무", "통관 서비스", "창고 관리"],
  ),
  language(
    "thai",
    ["windows-874"],
    ["รหัส", "ชื่อ", "ตำแหน่ง", "อีเมล", "วันที่"],
    ["สมชาย ใจดี", "สมหญิง รักไทย", "ประเสริฐ ศรีสุข", "วิไล ทองคำ", "อนันต์ แสงทอง"],
    ["ฝ่ายบัญชี", "ขนส่งทางทะเล", "พิธีการศุลกากร", "คลังสินค้า"],
  ),
  language(
    "vietnamese",
    ["utf-8", "utf-16le"],
    ["Mã", "Họ tên", "Chức vụ", "Thư điện tử", "Ngày"],
    ["Nguyễn Văn Hùng", "Trần Thị Ánh", "Lê Đức Phúc", "Phạm Hồng Đào", "Võ Thị Sáu"],
    ["Kế toán trưởng", "Vận tải biển", "Khai báo hải quan", "Kho bãi"],
  ),
];
