import { fold } from "./words.js";

/**
 * Given names that many people have, by language, and family names where those come first: what tells names of people from
 * names of things when no heading does. A name that is also a common word (`Grace`, `Rose`, `Mark`) is left out.
 */
const givenNames = [
  // English, also as written elsewhere
  "james john robert michael david william richard joseph thomas charles christopher daniel matthew anthony steven andrew paul joshua kenneth kevin brian george edward ronald timothy jason jeffrey ryan jacob gary nicholas eric jonathan stephen larry justin scott brandon benjamin samuel gregory frank alexander patrick raymond jack dennis jerry tyler aaron henry adam peter nathan zachary walter kyle harold carl arthur liam noah oliver lucas ethan simon alan martin oscar mary patricia jennifer linda elizabeth barbara susan jessica sarah karen lisa nancy betty sandra margaret ashley kimberly emily donna michelle carol amanda melissa deborah stephanie rebecca laura sharon cynthia kathleen amy angela shirley anna brenda pamela emma nicole helen samantha katherine christine rachel carolyn janet catherine maria heather diane olivia julie victoria ruth lauren kelly christina joan evelyn judith andrea hannah megan sophia alice mia ella eva chloe zoe lucy claire harry tom bob ben sam max",
  // German, Dutch, Nordic
  "hans jürgen klaus wolfgang dieter manfred uwe günter horst bernd werner heinz gerhard helmut stefan andreas matthias jens sven jörg ralf holger dirk torsten kai lars felix moritz leon jonas tobias florian sebastian fabian philipp petra sabine monika renate ursula karin brigitte gisela birgit heike susanne ingrid anja katrin silke ute britta lena lea hugo anni willi berta greta jan piet kees joost bram daan sander maarten pieter johan willem henk jeroen sanne femke anouk lotte marieke anneke erik magnus björn anders nils olof gustav axel elin maja astrid ingrid freja sofie mette kirsten jesper søren rasmus mikkel thea nora sindre håkon øyvind eino juhani matti antti jukka mikko timo pekka kari heikki aino liisa",
  // French, Italian, Spanish, Portuguese, Romanian
  "jean pierre michel philippe alain nicolas christophe laurent julien mathieu antoine guillaume thierry olivier françois jacques didier yves marie nathalie isabelle sylvie catherine martine christine valerie sophie céline aurélie camille julie jeanne luc bruno gilles giuseppe giovanni antonio mario luigi francesco angelo vincenzo pietro salvatore carlo franco domenico marco andrea luca matteo alessandro davide paolo stefano roberto giulia chiara francesca silvia elena paola giorgia josé juan carlos luis miguel manuel javier francisco jesús pedro alejandro fernando sergio pablo jorge alberto diego rafael raúl enrique ramón álvaro david carmen josefa isabel dolores pilar ana lucía cristina marta elena rosario mercedes daniela mariana joão rui tiago gonçalo nuno hélder thiago felipe gustavo marcelo rodrigo leandro edite joana beatriz inês mariana fernanda juliana patrícia márcio marcos júlia ion gheorghe vasile constantin adrian mihai cristian florin iulian marian bogdan radu ioana elena mihaela andreea cristina anca oana",
  // Polish, Czech, Slovak, South Slavic, Hungarian, Baltic, Albanian, Greek
  "piotr krzysztof andrzej tomasz paweł marcin michał grzegorz jerzy tadeusz zbigniew mateusz jakub kacper wojciech kamil agnieszka małgorzata katarzyna ewa joanna magdalena zofia krystyna halina bożena jiří josef pavel jaroslav tomáš miroslav zdeněk václav lukáš ondřej karel petr jana hana lenka kateřina lucie věra alena ján štefan jozef marek dragan zoran goran milan dejan nikola marko ognjen đorđe stefan jovan ivana maja jelena milica lászló istván józsef zoltán sándor gábor ferenc attila péter tamás zsolt béla imre erzsébet katalin éva ilona zsuzsanna jonas vytautas janis andris kristaps giorgos dimitris kostas nikos yannis vasilis eleni katerina georgios",
  // Russian, Ukrainian, Bulgarian
  "александр сергей владимир андрей алексей дмитрий николай иван михаил евгений юрий виктор олег игорь павел роман антон денис максим константин татьяна елена ольга наталья анна мария светлана ирина екатерина людмила юлия оксана алена олександр сергій володимир андрій олексій дмитро микола іван михайло віктор ігор павло наталія тетяна олена оксана ганна марія анна петро георги димитър петър христо стоян",
  // Turkish, Arabic, Hebrew, Persian
  "mehmet mustafa ahmet ali hüseyin hasan ibrahim ismail osman murat emre burak caner fatma ayşe emine hatice zeynep elif selin gamze mohammed muhammad ahmed mahmoud omar khaled youssef abdullah fatima aisha mariam محمد احمد علي حسن خالد عمر يوسف فاطمة مريم עבדאללה דוד יוסף משה אברהם יעקב דניאל יונתן אורי נועם שרה רחל מרים נועה בן איתמר ליעם רועי אור",
  // Indian, Indonesian, Vietnamese given and family names
  "rajesh suresh ramesh amit anil sunil vijay sanjay rahul ravi deepak pooja priya anita sunita neha kavita andi budi agus eko dewi siti nur rina sri joko hendra adi rizki fitri nguyễn trần phạm hoàng huỳnh phan đặng bùi đỗ hồ ngô dương",
].join(" ");

/** Family names of one sign, which begin a name in Chinese and Korean, and of two signs in Japanese. */
const chineseSurnames = new Set(
  "王李张張刘劉陈陳杨楊黄黃赵趙吴吳周徐孙孫马馬朱胡郭何林高罗羅郑鄭梁谢謝宋唐许許韩韓邓鄧冯馮曹彭曾肖蕭田董袁潘蒋蔣蔡余杜叶葉程苏蘇魏吕呂丁任沈姚卢盧姜崔钟鍾谭譚陆陸汪范金石廖贾賈夏韦韋付傅方白邹鄒孟熊秦邱江尹薛闫段雷侯龙龍史陶黎贺賀顾顧毛郝龚龔邵万萬钱錢严嚴",
);
const koreanSurnames = new Set(
  "김이박최정강조윤장임한오서신권황안송류전홍고문양손배백허유남심노하곽성차주우구민진나엄",
);
const japaneseSurnames = new Set(
  "佐藤 鈴木 高橋 田中 伊藤 渡辺 山本 中村 小林 加藤 吉田 山田 佐々 山口 松本 井上 木村 斎藤 清水 山崎 池田 橋本 阿部 石川 山下 中島 石井 小川 前田 岡田 長谷 藤田 後藤 近藤 村上 遠藤 青木 坂本 福田 太田 西村 藤井 金子 岡本 藤原 三浦 中野 中川 原田 松田 竹内 小野 田村 和田 中山 石田 上田 森田 原口 柴田 酒井 工藤 横山 宮崎 宮本 内田 高木 安藤 島田 谷口 大野 丸山 今井 河野 藤本 村田 武田 上野 杉山 増田".split(
    " ",
  ),
);

let known: ReadonlySet<string> | undefined;

/** Whether a value holds a name that many people have. */
export function holdsGivenName(value: string): boolean {
  known ??= new Set(givenNames.split(" ").map(fold));
  const names = known;
  const text = value.trim();
  if (/^\p{Script=Han}[\p{Script=Han}\s]{1,4}$/u.test(text)) {
    return (chineseSurnames.has(text[0] ?? "") && text.length <= 4) || japaneseSurnames.has(text.slice(0, 2));
  }
  if (/^\p{Script=Hangul}{2,4}$/u.test(text)) return text.length <= 3 && koreanSurnames.has(text[0] ?? "");
  return fold(text)
    .split(/[\s,.;-]+/)
    .some((word) => names.has(word));
}
