/** Small handwritten files, each with the table that a careful person sees in it. */

export interface ByHand {
  readonly name: string;
  readonly text: string;
  readonly headings: readonly string[] | null;
  readonly rows: readonly (readonly string[])[];
}

/** The headings and each row are one text, with a bar between the cells. */
function file(
  name: string,
  lines: readonly string[],
  headings: string | null,
  rows: readonly string[],
  lineEnd = "\n",
): ByHand {
  const cells = (row: string): readonly string[] => row.split("|");
  return {
    name,
    text: lines.map((line) => line + lineEnd).join(""),
    headings: headings === null ? null : cells(headings),
    rows: rows.map(cells),
  };
}

export const byHand: readonly ByHand[] = [
  file("times", ["id,time", "1,12:00:00", "2,13:10:05"], "id|time", ["1|12:00:00", "2|13:10:05"]),
  file("times-without-header", ["1,12:00:00", "2,13:10:05", "3,14:00:00"], null, [
    "1|12:00:00",
    "2|13:10:05",
    "3|14:00:00",
  ]),
  file("moments-without-header", ["2020-01-01 12:00:00,5", "2020-01-02 12:00:00,6"], null, [
    "2020-01-01 12:00:00|5",
    "2020-01-02 12:00:00|6",
  ]),
  file("decimal-commas-without-header", ["12,5;13,7;a", "14,1;3,9;b", "1,1;2,2;c"], null, [
    "12,5|13,7|a",
    "14,1|3,9|b",
    "1,1|2,2|c",
  ]),
  file("prose-in-cells", ["name|notes", "A|one, two, three", "B|four, five, six"], "name|notes", [
    "A|one, two, three",
    "B|four, five, six",
  ]),
  file("blanks-between", ["x y z", "1.0 2.0 3.0", "4.1 5.2 6.3"], "x|y|z", ["1.0|2.0|3.0", "4.1|5.2|6.3"]),
  file("aligned-with-blanks", ["   1.0   2.0   3.0", "  14.1   5.2   6.3", "   7.1  18.2   9.3"], null, [
    "1.0|2.0|3.0",
    "14.1|5.2|6.3",
    "7.1|18.2|9.3",
  ]),
  file("last-and-first-name", ["name", "Doe, John", "Smith, Anna", "Miller, Bob"], "name", [
    "Doe, John",
    "Smith, Anna",
    "Miller, Bob",
  ]),
  file("apostrophes", ["id,text", "1,don't", "2,it's", "3,'quoted'"], "id|text", [
    "1|don't",
    "2|it's",
    "3|'quoted'",
  ]),
  file("single-quotes", ["'id','text'", "'1','don''t'", "'2','a,b'"], "id|text", ["1|don't", "2|a,b"]),
  file("tabs-and-decimal-commas", ["a\tb\tc", "1\t2,5\tx y z", "2\t3,5\tfoo, bar"], "a|b|c", [
    "1|2,5|x y z",
    "2|3,5|foo, bar",
  ]),
  file("semicolons-and-quotes", ['id;"name";"v"', '1;"A, B";"1,2"', '2;"C; D";"3,4"'], "id|name|v", [
    "1|A, B|1,2",
    "2|C; D|3,4",
  ]),
  file("line-end-in-cell", ["a,b,c", '"1","2","3"', '"4","5', '6","7"'], "a|b|c", ["1|2|3", "4|5\n6|7"]),
  file("comments-above", ["# comment", "# comment 2", "a;b;c", "1;2;3", "4;5;6"], "a|b|c", [
    "1|2|3",
    "4|5|6",
  ]),
  file(
    "comments-with-commas-above",
    ["# made 2020-01-01", "# by a tool, version 2", "id,name", "1,x", "2,y"],
    "id|name",
    ["1|x", "2|y"],
  ),
  file(
    "padded-preamble",
    ["Sales report 2020,,,", "Region: North,,,", ",,,", "Product,Q1,Q2,Q3", "A,1,2,3", "B,4,5,6"],
    "Product|Q1|Q2|Q3",
    ["A|1|2|3", "B|4|5|6"],
  ),
  file(
    "group-titles",
    [",2019,,2020,", "Product,Q1,Q2,Q1,Q2", "A,1,2,3,4", "B,4,5,6,7"],
    "Product|2019 Q1|2019 Q2|2020 Q1|2020 Q2",
    ["A|1|2|3|4", "B|4|5|6|7"],
  ),
  file("years-as-headings", ["Year,2019,2020,2021", "A,1,2,3", "B,4,5,6"], "Year|2019|2020|2021", [
    "A|1|2|3",
    "B|4|5|6",
  ]),
  file("list-of-addresses", ["http://a.example/x?a=1&b=2", "http://b.example/y?a=2&b=3"], null, [
    "http://a.example/x?a=1&b=2",
    "http://b.example/y?a=2&b=3",
  ]),
  file("quotes-not-doubled", ['"a","b"', '"x "y" z","1"', '"p","2"'], "a|b", ['x "y" z|1', "p|2"]),
  file("inches", ["id\tname", '1\t5" pipe', '2\t7" pipe', "3\tplate"], "id|name", [
    '1|5" pipe',
    '2|7" pipe',
    "3|plate",
  ]),
  file("colons", ["Name:Age:City", "Bob:12:Rome", "Ann:13:Oslo"], "Name|Age|City", [
    "Bob|12|Rome",
    "Ann|13|Oslo",
  ]),
  file("numbers-without-header", ["1,2,3", "4,5,6"], null, ["1|2|3", "4|5|6"]),
  file(
    "names-without-header",
    ["John,Smith,NY", "Jane,Doe,LA", "Bob,Jones,SF", "John,Doe,NY", "Ann,Jones,LA"],
    null,
    ["John|Smith|NY", "Jane|Doe|LA", "Bob|Jones|SF", "John|Doe|NY", "Ann|Jones|LA"],
  ),
  file("words-only", ["City,Country", "Paris,France", "Rome,Italy", "Berlin,Germany"], "City|Country", [
    "Paris|France",
    "Rome|Italy",
    "Berlin|Germany",
  ]),
  file("section-signs", ["a§b§c", "1§2§3", "4§5§6"], "a|b|c", ["1|2|3", "4|5|6"]),
  file("json-in-cells", ["id,json", '1,"{""a"":1,""b"":[1,2]}"', '2,"{""a"":2,""b"":[3]}"'], "id|json", [
    '1|{"a":1,"b":[1,2]}',
    '2|{"a":2,"b":[3]}',
  ]),
  file("thousands-with-dots", ["id;price", "1;1.234,56", "2;2.345,67", "3;12,00"], "id|price", [
    "1|1.234,56",
    "2|2.345,67",
    "3|12,00",
  ]),
  file("codes-stay-text", ["code,value,day", "00123,1E10,03/04", "007,5.00,1-2"], "code|value|day", [
    "00123|1E10|03/04",
    "007|5.00|1-2",
  ]),
  file("blanks-and-quotes", ['"Col A" "Col B" "Col C"', '"x y" 1 2', '"z w" 3 4'], "Col A|Col B|Col C", [
    "x y|1|2",
    "z w|3|4",
  ]),
  file("comma-and-blank", ["a, b, c", "1, 2, 3", "4, 5, 6"], "a|b|c", ["1|2|3", "4|5|6"]),
  file(
    "delimiters-after-backslash",
    ["id,name,notes", "1,A,foo\\, bar", "2,B,baz\\, qux", "3,C,plain"],
    "id|name|notes",
    ["1|A|foo, bar", "2|B|baz, qux", "3|C|plain"],
  ),
  file("empty-columns", ["id,name,dept,x,y", "1,Bob,IT,,", "2,Ann,HR,,", "3,Cid,IT,,"], "id|name|dept|x|y", [
    "1|Bob|IT||",
    "2|Ann|HR||",
    "3|Cid|IT||",
  ]),
  file("blank-lines-first", ["", "", "  ", "id,name", "1,a", "2,b"], "id|name", ["1|a", "2|b"]),
  file("list-of-numbers", ["1", "2", "3"], null, ["1", "2", "3"]),
  file("list-of-numbers-with-header", ["amount", "1", "2", "3"], "amount", ["1", "2", "3"]),
  file("quoted-amounts", ["ID,Betrag", '1,"1.000,50"', '2,"2.000,50"'], "ID|Betrag", [
    "1|1.000,50",
    "2|2.000,50",
  ]),
  file("one-row", ["foo,bar"], "foo|bar", []),
  file("ragged", ["a,b", "1,2", "3,4,5", "6,7", "8", "9,10"], "a|b", ["1|2", "3|4|5", "6|7", "8|", "9|10"]),
  file("carriage-returns", ["id,name", "1,x", "2,y"], "id|name", ["1|x", "2|y"], "\r"),
  file("separator-line", ["sep=;", "id;v", "1;2,5", "2;3,5"], "id|v", ["1|2,5", "2|3,5"]),
  file("row-numbers-without-heading", ["name,value", "1,a,5.5", "2,b,6.5", "3,c,7.5"], "|name|value", [
    "1|a|5.5",
    "2|b|6.5",
    "3|c|7.5",
  ]),
  file(
    "accounts",
    [
      "root:x:0:0:root:/root:/bin/bash",
      "daemon:x:1:1:daemon:/usr/sbin:/usr/sbin/nologin",
      "bin:x:2:2:bin:/bin:/usr/sbin/nologin",
    ],
    null,
    [
      "root|x|0|0|root|/root|/bin/bash",
      "daemon|x|1|1|daemon|/usr/sbin|/usr/sbin/nologin",
      "bin|x|2|2|bin|/bin|/usr/sbin/nologin",
    ],
  ),
  file("prototype-headings", ["__proto__,constructor,id", "a,b,1", "c,d,2"], "__proto__|constructor|id", [
    "a|b|1",
    "c|d|2",
  ]),
  file(
    "log-with-commas",
    [
      "2014-01-01 00:00:01,INFO,started",
      "2014-01-01 00:00:02,WARN,disk low, only 5 % left",
      "2014-01-01 00:00:03,INFO,user logged in",
      "2014-01-01 00:00:09,INFO,user logged out",
      "2014-01-01 00:01:00,INFO,stopped",
    ],
    null,
    [
      "2014-01-01 00:00:01|INFO|started",
      "2014-01-01 00:00:02|WARN|disk low, only 5 % left",
      "2014-01-01 00:00:03|INFO|user logged in",
      "2014-01-01 00:00:09|INFO|user logged out",
      "2014-01-01 00:01:00|INFO|stopped",
    ],
  ),
  file(
    "dump-without-header",
    ['"1","Neil","said \\"hi\\", left",\\N', '"2","Smith","x\\\\y",\\N', '"3","Lee","plain","2012-01-01"'],
    null,
    ['1|Neil|said "hi", left|\\N', "2|Smith|x\\y|\\N", "3|Lee|plain|2012-01-01"],
  ),
  file(
    "ruler-below-headings",
    ["Name,Amount,Date", "----,------,----", "Ann,5.00,2001-01-01", "Bob,6.00,2001-01-02"],
    "Name|Amount|Date",
    ["----|------|----", "Ann|5.00|2001-01-01", "Bob|6.00|2001-01-02"],
  ),
  file(
    "comment-as-wide-as-a-row",
    ["% generated by a tool", "% a, b, c are lengths", "a,b,c", "1,2,3", "4,5,6"],
    "a|b|c",
    ["1|2|3", "4|5|6"],
  ),
  file("headings-behind-a-comment-sign", ["# x,y,z", "1.5,2.5,3.5", "4.5,5.5,6.5"], "# x|y|z", [
    "1.5|2.5|3.5",
    "4.5|5.5|6.5",
  ]),
  file(
    "one-cell-in-other-quotes",
    ["id,text,n", "1,'single, quoted',5", '2,"double, quoted",6', "3,bare,7"],
    "id|text|n",
    ["1|single, quoted|5", "2|double, quoted|6", "3|bare|7"],
  ),
  file(
    "prose-in-one-column-without-quotes",
    [
      "I like it, mostly.",
      "No, thanks; maybe later.",
      "Fine",
      "Well, not sure, really.",
      "Good: very good.",
      "Nothing to say",
    ],
    "I like it, mostly.",
    ["No, thanks; maybe later.", "Fine", "Well, not sure, really.", "Good: very good.", "Nothing to say"],
  ),
  file(
    "objects-in-quotes-not-doubled",
    [
      "id;payload;url",
      '0;"{"a": 2, "b": "x"}";http://x.example/0',
      '1;"{"a": 6, "b": "y"}";http://x.example/1',
    ],
    "id|payload|url",
    ['0|{"a": 2, "b": "x"}|http://x.example/0', '1|{"a": 6, "b": "y"}|http://x.example/1'],
  ),
  file(
    "notes-above-sentences",
    [
      "note 1 about the file",
      "note 2 about the file",
      "note 3 about the file",
      "note 4 about the file",
      "term,meaning",
      "delta 0,paper delta of the signal",
      "signal 1,beta delta of the paper",
      "engine 2,signal engine of the beta",
      "paper 3,copper stone of the river",
    ],
    "term|meaning",
    [
      "delta 0|paper delta of the signal",
      "signal 1|beta delta of the paper",
      "engine 2|signal engine of the beta",
      "paper 3|copper stone of the river",
    ],
  ),
  file(
    "comma-and-tab",
    ["weight,length,height", "65.9,\t85,\t98", "82.3,\t88,\t105", "60,\t85,\t92"],
    "weight|length|height",
    ["65.9|\t85|\t98", "82.3|\t88|\t105", "60|\t85|\t92"],
  ),
  file(
    "names-and-decimal-commas-aligned",
    [
      "VM1.remove                    2281,893",
      "VM1.containsKey               1777,572",
      "VM1.get                       1799,376",
      "VM1.put                       2164,624",
    ],
    null,
    ["VM1.remove|2281,893", "VM1.containsKey|1777,572", "VM1.get|1799,376", "VM1.put|2164,624"],
  ),
  file(
    "answers-without-header",
    [
      "Por;Veterinarian;F;Space, daily care, food;may be sick;stay alert, head up;to go",
      "Fra;Veterinarian;F;Good portions of hay;impatient if he is not used to it;surprise;worry",
      "Fra;Veterinarian;M;Diet adapted, good housing;anxious, excited, move a lot;fear;solitude",
      "Ita;Farmer;F;Water and grass;nervous;attention, curiosity;flight",
    ],
    null,
    [
      "Por|Veterinarian|F|Space, daily care, food|may be sick|stay alert, head up|to go",
      "Fra|Veterinarian|F|Good portions of hay|impatient if he is not used to it|surprise|worry",
      "Fra|Veterinarian|M|Diet adapted, good housing|anxious, excited, move a lot|fear|solitude",
      "Ita|Farmer|F|Water and grass|nervous|attention, curiosity|flight",
    ],
  ),
];
