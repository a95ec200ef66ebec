/** Lists with Chinese headings. Lists marked real have the headings and forms of a public file, with invented personal values. */
export const chinese = `
## staff | zh | 员工名单 two status columns | invented
工号 | 姓名 | 性别 | 部门 | 邮箱 | 手机号 | 入职日期 | 状态 | 账号状态
A0001 | 王伟 | 男 | 海运部 | wangwei@huoyun.test | 13800000001 | 2015-03-01 | 在职 | 正常
A0002 | 李娜 | 女 | 空运部 | lina@huoyun.test | 13800000002 | 2018-07-15 | 离职 | 正常
A0003 | 张敏 | 女 | 报关部 | zhangmin@huoyun.test | 13800000003 | 2020-01-06 | 在职 | 停用
A0004 | 刘洋 | 男 | 海运部 | liuyang@huoyun.test | 13800000004 | 2021-05-20 | 在职 | 正常
= external_id: 工号
= name: 姓名
= email_address: 邮箱

## charge-code | zh | 费用代码 group by words | invented
费用代码 | 费用名称 | 英文名称 | 费用类别 | 币种 | 税率 | 是否启用
OF | 海运费 | Ocean Freight | 运费 | USD | 0 | 是
THC | 码头操作费 | THC | 起运港 | CNY | 6 | 是
DOC | 文件费 | Documentation | 起运港 | CNY | 6 | 是
DDC | 目的港费用 | Destination Delivery Charge | 目的港 | USD | 0 | 否
= external_id: 费用代码
= code: 费用代码
= description: 费用名称
~ description: 英文名称
= charge_type: 费用类别
= is_active: 是否启用
map charge_type: 运费=freight, 起运港=origin, 目的港=destination

## tax-code | zh | 税码表 | invented
税码 | 描述 | 税率(%) | 类型 | 状态
J0 | 进项税 0% | 0 | 进项 | 启用
J1 | 进项税 13% | 13 | 进项 | 启用
X1 | 销项税 13% | 13 | 销项 | 启用
X9 | 销项税 17% | 17 | 销项 | 停用
= external_id: 税码
= code: 税码
= description: 描述
= rate: 税率(%)
= direction: 类型
= is_active: 状态
map direction: 进项=input, 销项=output
map is_active: 启用=true, 停用=false
unit: percent

## staff | zh | 若依用户导出 numeric status | invented
用户序号 | 登录名称 | 用户名称 | 用户邮箱 | 手机号码 | 用户性别 | 帐号状态 | 最后登录IP | 最后登录时间 | 部门名称
1 | admin | 张三丰 | zsf@ry.test | 15888888888 | 男 | 正常 | 127.0.0.1 | 2026-01-01 10:00:00 | 研发部门
2 | ry | 李四光 | lsg@ry.test | 15666666666 | 男 | 正常 | 127.0.0.1 | 2026-01-02 10:00:00 | 测试部门
103 | wangwu | 王五妹 | ww@ry.test | 15777777777 | 女 | 停用 | 127.0.0.1 | 2025-01-02 10:00:00 | 测试部门
= external_id: 用户序号
~ external_id: 登录名称
~ external_id: (none)
= name: 用户名称
= email_address: 用户邮箱
= is_active: 帐号状态
map is_active: 正常=true, 停用=false

## staff | zh | 教师 with id and 工号 | invented
id | 工号 | 姓名 | 民族 | 政治面貌 | 电子邮箱 | 创建时间 | 更新时间 | 是否删除
1 | T2001 | 陈静 | 汉族 | 群众 | chenjing@xx.test | 2023-01-05 10:00:00 | 2024-03-02 11:12:13 | 0
2 | T2002 | 周强 | 汉族 | 党员 | zhouqiang@xx.test | 2023-01-05 10:00:00 | 2024-03-05 09:00:00 | 0
3 | T2003 | 吴磊 | 回族 | 群众 | wulei@xx.test | 2023-01-06 10:00:00 | 2024-06-30 18:45:00 | 1
= external_id: 工号
~ external_id: id
= updated_at: 更新时间
= name: 姓名
= email_address: 电子邮箱
= is_active: not 是否删除

## charge-code | zh | 费目 with a department | invented
费目编码 | 费目名称 | 助记码 | 收付类型 | 所属部门 | 停用
1001 | 海运费 | HYF | 应收 | 海运部 | 否
1002 | 订舱费 | DCF | 应收 | 海运部 | 否
1003 | 报关费 | BGF | 应付 | 报关部 | 是
= external_id: 费目编码
= code: 费目编码
~ code: 助记码
= description: 费目名称
= is_active: not 停用

## staff | zh | 金蝶职员 | invented
职员代码 | 职员名称 | 部门 | 职员类别 | 入职日期 | 离职日期 | 电子邮件 | 禁用状态
ZY001 | 王小明 | 海运部 | 正式 | 2018-02-01 |  | wang@hai.test | 否
ZY002 | 李红 | 空运部 | 正式 | 2016-06-15 | 2025-04-30 | li@hai.test | 是
ZY009 | 陈伟 | 财务部 | 试用 | 2025-12-01 |  | chen@hai.test | 否
= external_id: 职员代码
= name: 职员名称
= email_address: 电子邮件
= is_active: not 禁用状态
~ is_active: until 离职日期

## staff | zh | 企业微信通讯录 | invented
姓名 | 账号 | 职务 | 部门 | 性别 | 手机 | 企业邮箱 | 别名 | 激活状态 | 禁用状态
王小明 | wangxm | 经理 | 海运部 | 男 | 13800000001 | wangxm@hai.test | 小明 | 已激活 | 启用
李红 | lihong | 操作 | 空运部 | 女 | 13800000002 | lihong@hai.test |  | 未激活 | 禁用
陈伟 | chenwei | 会计 | 财务部 | 男 | 13800000003 | chenwei@hai.test |  | 已激活 | 启用
= external_id: 账号
= name: 姓名
= email_address: 企业邮箱
~ is_active: 禁用状态

## charge-code | zh | 费用项目 | invented
费用代码 | 中文名称 | 英文名称 | 费用类别 | 税率 | 币种 | 是否启用 | 更新时间
OF | 海运费 | OCEAN FREIGHT | 运费 | 0 | USD | 是 | 2026-01-15 10:00:00
ORC | 起运港码头费 | ORIGIN RECEIVING CHARGE | 起运港 | 6 | CNY | 是 | 2026-01-16 10:00:00
DTHC | 目的港码头费 | DESTINATION THC | 目的港 | 6 | USD | 否 | 2025-11-20 09:30:00
= external_id: 费用代码
= code: 费用代码
= description: 中文名称
~ description: 英文名称
= charge_type: 费用类别
= is_active: 是否启用
= updated_at: 更新时间
map charge_type: 运费=freight, 起运港=origin, 目的港=destination

## tax-code | zh | 税码表 (2) | invented
税码 | 税码名称 | 税率(%) | 进项/销项 | 生效日期 | 失效日期 | 状态
J1 | 进项税13% | 13 | 进项 | 2019-04-01 |  | 启用
X1 | 销项税13% | 13 | 销项 | 2019-04-01 |  | 启用
X2 | 销项税6% | 6 | 销项 | 2016-05-01 |  | 启用
X9 | 销项税17% | 17 | 销项 | 2009-01-01 | 2018-04-30 | 停用
= external_id: 税码
= code: 税码
= description: 税码名称
= rate: 税率(%)
= direction: 进项/销项
= valid_from: 生效日期
= valid_to: 失效日期
= is_active: 状态
map direction: 进项=input, 销项=output
map is_active: 启用=true, 停用=false
unit: percent

## staff | zh | metro drivers | real
序号 | 姓名 | 员工工号 | 性别 | 车间 | 岗位
1 | 任小伟 | 263 | 男 | 乘务室 | 电客车队长
2 | 沈鹏 | 347 | 男 | 乘务室 | 电客车督导
3 | 李帅 | 120 | 男 | 乘务室 | 电客车司机
4 | 程兰 | 684 | 女 | 乘务室 | 电客车司机
= external_id: 员工工号
= name: 姓名

## staff | zh | access system without headings | real
(none)
123456 | 100019 | 肖小林 | 1 | 1 | 1 | 0
123456 | 100021 | 陈海 | 1 | 1 | 1 | 0
123456 | 100022 | 杨林 | 1 | 1 | 1 | 0
123456 | 100043 | 王玲 | 2 | 1 | 1 | 0
123456 | H001 | 何平 | 5 | 1 | 1 | 0
= external_id: #2
~ external_id: (none)
= name: #3
~ name: (none)

## staff | zh | office register with birth date | real
工号 | 姓名 | 性别 | 出生日期 | 入职日期 | 部门 | 职位 | 学历 | 薪资 | 电话 | 邮箱 | 地址 | 备注
1001 | 张三丰 | 男 | 1985-03-02 | 2015-07-01 | 研发部 | 工程师 | 本科 | 12000 | 13800000001 | zsf@gongsi.test | 北京市海淀区 | 
1002 | 李四光 | 男 | 1990-11-12 | 2018-03-15 | 财务部 | 会计 | 硕士 | 11000 | 13800000002 | lsg@gongsi.test | 上海市浦东新区 | 
1003 | 王五妹 | 女 | 1992-06-30 | 2020-09-01 | 人事部 | 专员 | 本科 | 9000 | 13800000003 | wwm@gongsi.test | 广州市天河区 | 
= external_id: 工号
= name: 姓名
= email_address: 邮箱

## staff | zh | two numbers and several posts | real
员工ID | 工号 | 姓名 | 部门与任职
EMP-1 | E001 | 张三丰 | [主]研发部/工程师
EMP-2 | E002 | 李四光 | [主]财务部/会计; [兼]审计部/专员
EMP-3 | E003 | 王五妹 | [主]人事部/专员
= external_id: 员工ID
~ external_id: 工号
= name: 姓名

## charge-code | zh | chart for ERPNext | real
Account Name | Parent Account | Account Number | Is Group | Account Type | Root Type
资产 |  | 1 | 1 |  | Asset
库存现金 | 资产 | 1001 | 1 | Cash | Asset
银行存款 | 资产 | 1002 | 1 | Bank | Asset
流动性转移 | 存放中央银行款项 | 1003.01 |  |  | Asset
手续费及佣金收入 | 收入 | 6021 |  | Income Account | Income
= external_id: Account Number
= code: Account Number
= description: Account Name

## tax-code | zh | tariff of a tax control system | real
Number | Invoice_Code | Invoice_Name | Tax_Code | Tax_Name | Tax_Rate | Exempt_Flag | CRC32
1 | 01 | 销项 | A | 标准税率 | 1300 | 0 | 8F21
2 | 01 | 销项 | B | 低税率 | 900 | 0 | 77A0
3 | 01 | 销项 | C | 免税 | 0 | 1 | 1D3C
= external_id: Tax_Code
~ external_id: Number
= code: Tax_Code
= description: Tax_Name
`;
