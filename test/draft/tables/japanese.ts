/** Lists with Japanese headings. Lists marked real have the headings and forms of a public file, with invented personal values. */
export const japanese = `
## staff | ja | 社員マスタ split names | invented
社員番号 | 姓 | 名 | 姓カナ | 名カナ | メールアドレス | 所属 | 入社日 | 退職日
00101 | 佐藤 | 健 | サトウ | ケン | k.sato@butsuryu.test | 輸出課 | 2010/04/01 | 
00102 | 鈴木 | 美咲 | スズキ | ミサキ | m.suzuki@butsuryu.test | 輸入課 | 2015/04/01 | 2023/03/31
00103 | 髙橋 | 一郎 | タカハシ | イチロウ | i.takahashi@butsuryu.test | 通関課 | 2001/10/01 | 
= external_id: 社員番号
= name: 姓 +"" 名
= email_address: メールアドレス
= is_active: until 退職日

## charge-code | ja | 料金コード | invented
料金コード | 料金名称 | 税区分 | 勘定科目コード | 使用停止
A01 | 海上運賃 | 免 | 4101 | 0
A02 | THC | 課 | 4102 | 0
B01 | 通関料 | 課 | 4103 | 0
B02 | 倉庫保管料 | 課 | 4104 | 1
= external_id: 料金コード
= code: 料金コード
= description: 料金名称
= tax_code: 税区分
~ tax_code: (none)
= is_active: not 使用停止

## tax-code | ja | 税区分マスタ | invented
税区分コード | 税区分名 | 税率 | 適用開始日 | 適用終了日
10 | 課税売上 10% | 10 | 2019/10/01 | 
11 | 課税売上 8% | 8 | 2014/04/01 | 2019/09/30
20 | 課税仕入 10% | 10 | 2019/10/01 | 
90 | 対象外 | 0 | 1989/04/01 | 
= external_id: 税区分コード
= code: 税区分コード
= description: 税区分名
= rate: 税率
= valid_from: 適用開始日
= valid_to: 適用終了日
unit: percent

## staff | ja | HENNGE のようなユーザー一覧 | invented
ユーザー名 | メールアドレス | 姓 | 名 | 表示名 | 状態 | 最終ログイン日時
sato.k | sato.k@butsuryu.test | 佐藤 | 健 | 佐藤 健 | 有効 | 2026/03/01 09:00
suzuki.m | suzuki.m@butsuryu.test | 鈴木 | 美咲 | 鈴木 美咲 | 無効 | 2024/12/28 18:00
tanaka.t | tanaka.t@butsuryu.test | 田中 | 太郎 | 田中 太郎 | 有効 | 2026/02/27 08:30
= external_id: ユーザー名
~ external_id: メールアドレス
= name: 表示名
~ name: 姓 +"" 名
= email_address: メールアドレス
= is_active: 状態
map is_active: 有効=true, 無効=false

## staff | ja | 派遣を含む一覧 two mails | invented
No | 従業員コード | 従業員名 | フリガナ | 会社メール | 携帯メール | 雇用形態 | 在職区分
1 | 1001 | 山田 太郎 | ヤマダ タロウ | yamada@kk.test | yt@mobile.test | 正社員 | 在職
2 | 1002 | 川口 花子 | カワグチ ハナコ | kawaguchi@kk.test |  | 派遣 | 休職
3 | 1005 | 森 次郎 | モリ ジロウ | mori@kk.test | mj@mobile.test | 正社員 | 退職
= external_id: 従業員コード
= name: 従業員名
= email_address: 会社メール
= is_active: 在職区分
map is_active: 在職=true, 退職=false

## staff | ja | SmartHR 従業員 | invented
社員番号 | 姓 | 名 | 姓（ヨミガナ） | 名（ヨミガナ） | 生年月日 | 入社年月日 | 退社年月日 | 在籍状況 | 業務メールアドレス
1001 | 山田 | 太郎 | ヤマダ | タロウ | 1980/05/03 | 2018/02/01 |  | 在職中 | yamada@minato.test
1002 | 川口 | 花子 | カワグチ | ハナコ | 1985/11/11 | 2016/06/15 | 2025/04/30 | 退職済 | kawaguchi@minato.test
1005 | 森 | 次郎 | モリ | ジロウ | 1990/12/24 | 2022/01/10 |  | 休職中 | mori@minato.test
= external_id: 社員番号
= name: 姓 +"" 名
~ name: 姓 + 名
= email_address: 業務メールアドレス
= is_active: 在籍状況
~ is_active: until 退社年月日
map is_active: 在職中=true, 退職済=false

## staff | ja | freee人事労務 | invented
従業員番号 | 氏名 | 雇用形態 | 基本給
0001 | 山田 太郎 | 正社員 | 300000
0002 | 川口 花子 | パート | 1200
0003 | 森 次郎 | 正社員 | 280000
= external_id: 従業員番号
= name: 氏名

## charge-code | ja | 料金マスタ | invented
料金コード | 料金名称 | 料金名称（英） | 課税区分 | 単価 | 有効開始日 | 削除フラグ
F01 | 海上運賃 | OCEAN FREIGHT | 免税 | 0 | 2020/04/01 | 0
H01 | 通関料 | CUSTOMS | 課税 | 11800 | 2020/04/01 | 0
H09 | 旧料金 | OLD | 課税 | 100 | 2015/04/01 | 1
= external_id: 料金コード
= code: 料金コード
= description: 料金名称
= is_active: not 削除フラグ
~ tax_code: 課税区分

## tax-code | ja | 税区分マスタ (2) | invented
税区分コード | 税区分名 | 略称 | 税率 | 売上/仕入 | 適用開始日 | 使用区分
10 | 課税売上10% | 課売10 | 10.0 | 売上 | 2019/10/01 | 使用
20 | 課税仕入10% | 課仕10 | 10.0 | 仕入 | 2019/10/01 | 使用
12 | 課税売上8%（軽減） | 課売8軽 | 8.0 | 売上 | 2019/10/01 | 使用
11 | 課税売上5% | 課売5 | 5.0 | 売上 | 1997/04/01 | 停止
= external_id: 税区分コード
= code: 税区分コード
= description: 税区分名
= rate: 税率
= direction: 売上/仕入
= valid_from: 適用開始日
= is_active: 使用区分
map direction: 売上=output, 仕入=input
unit: percent

## staff | ja | employee list | real
社員番号 | 氏名 | メールアドレス
E001 | 田中太郎 | tanaka.taro@kaisha.test
E002 | 佐藤花子 | sato.hanako@kaisha.test
E003 | 鈴木一郎 | suzuki.ichiro@kaisha.test
= external_id: 社員番号
= name: 氏名
= email_address: メールアドレス

## staff | ja | user import with nickname | real
ユーザーID | 名字 | 名前 | パスワード | ニックネーム | メールアドレス | グループID
user01 | 山本 | 花 | 999999 | はなちゃん | hana@kaisha.test | 1
user02 | 中村 | 健 | 999999 | けんさん | ken@kaisha.test | 1
= external_id: ユーザーID
= name: 名字 +"" 名前
= email_address: メールアドレス

## charge-code | ja | care service codes | real
サービスコード | サービス名称 | 単位数 | 備考
A600001 | 訪問型サービス１ | 1176 | 
A600002 | 訪問型サービス２ | 2349 | 
A600003 | 通所型サービス | 1798 | 月額
= external_id: サービスコード
= code: サービスコード
= description: サービス名称

## staff | ja | family and given name with readings and Latin letters | real
社員ID | 姓 | セイ | family_name | 名 | メイ | first_name | 性別 | 住所 | 生年月日 | 所属課
10008 | 須田 | スダ | suda | 美智(ミチ) | ミチ | michi | 女 | 9230076 石川県 小松市 麦口町 | 1988-12-31 | 営業四課
10031 | 松下 | マツシタ | matsushita | 薫(- 名) | カオル | kaoru | 女 | 0280533 岩手県 遠野市 綾織町 | 2000-09-09 | 営業二課
10074 | 川上 | ｶﾜｶﾐ | kawakami | 有海 | アミ | Ami | 女 | 5094203 岐阜県 飛騨市 古川町 | 1976-10-23 | 営業一課
10083 | 菊川 | キクカワ | kikukawa | 真悠 | マユ | Mayu | 女 | 5091103 岐阜県 白川町 | 1991-02-17 | 営業二課
10171 | 山口 | ヤマグチ | yamaguchi | 誠 | マコト | makoto | 男 | 1760002 東京都 練馬区 桜台 | 1998-07-29 | 営業一課
= external_id: 社員ID
= name: 姓 +"" 名

## charge-code | ja | accounts with their tax class | real
勘定科目 | 表示名（決算書） | 小分類 | 中分類 | 大分類 | 収支区分 | 税区分 | ショートカット1 | ショートカット2 | 検索可否
売上高 | 売上高 | 売上高 | 売上高 | 損益 | 収入 | 課税売上10% | URIAGE | 400 | 検索可
荷造運賃 | 荷造運賃 | 販売管理費 | 経常損益 | 損益 | 支出 | 課対仕入10% | NIDUKURI | 613 | 検索可
支払手数料 | 支払手数料 | 販売管理費 | 経常損益 | 損益 | 支出 | 課対仕入10% | SHIHARAI | 622 | 検索可
租税公課 | 租税公課 | 販売管理費 | 経常損益 | 損益 | 支出 | 対象外 | SOZEI | 630 | 検索不可
~ external_id: 勘定科目
~ external_id: ショートカット1
~ external_id: ショートカット2
~ code: ショートカット1
~ code: ショートカット2
~ code: 勘定科目
= description: 勘定科目
~ description: 表示名（決算書）
= tax_code: 税区分
~ is_active: 検索可否
`;
