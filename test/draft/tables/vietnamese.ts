/** Lists with Vietnamese headings. Lists marked real have the headings and forms of a public file, with invented personal values. */
export const vietnamese = `
## staff | vi | danh sách nhân viên | invented
STT | Mã nhân viên | Họ và tên | Ngày sinh | Email | Chức vụ | Phòng ban | Tình trạng
1 | NV001 | Nguyễn Văn An | 01/02/1990 | an.nv@giaonhan.test | Nhân viên | Chứng từ | Đang làm việc
2 | NV002 | Trần Thị Bình | 15/06/1988 | binh.tt@giaonhan.test | Trưởng phòng | Kinh doanh | Đang làm việc
3 | NV005 | Lê Hoàng Cường | 23/11/1995 | cuong.lh@giaonhan.test | Nhân viên | Hiện trường | Đã nghỉ việc
= external_id: Mã nhân viên
= name: Họ và tên
= email_address: Email
= is_active: Tình trạng
map is_active: Đang làm việc=true, Đã nghỉ việc=false

## tax-code | vi | mã thuế | invented
Mã thuế | Diễn giải | Thuế suất (%) | Loại | Trạng thái
R10 | Thuế GTGT đầu ra 10% | 10 | Đầu ra | Đang sử dụng
R08 | Thuế GTGT đầu ra 8% | 8 | Đầu ra | Đang sử dụng
V10 | Thuế GTGT đầu vào 10% | 10 | Đầu vào | Ngừng sử dụng
KCT | Không chịu thuế |  | Đầu ra | Đang sử dụng
= external_id: Mã thuế
= code: Mã thuế
= description: Diễn giải
= rate: Thuế suất (%)
= direction: Loại
= is_active: Trạng thái
map is_active: Đang sử dụng=true, Ngừng sử dụng=false
unit: percent

## staff | vi | MISA nhân viên | invented
Mã nhân viên | Tên nhân viên | Giới tính | Ngày sinh | Chức danh | Tên đơn vị | Email | Ngừng theo dõi
NV00001 | Nguyễn Văn An | Nam | 03/05/1980 | Nhân viên | Phòng kinh doanh | an@saigon.test | Không
NV00002 | Trần Thị Bình | Nữ | 11/11/1985 | Kế toán | Phòng kế toán | binh@saigon.test | Có
NV00007 | Lê Minh Châu | Nam | 24/12/1990 | Nhân viên | Kho | chau@saigon.test | Không
= external_id: Mã nhân viên
= name: Tên nhân viên
= email_address: Email
= is_active: not Ngừng theo dõi

## charge-code | vi | danh mục phí | invented
Mã phí | Tên phí | Tên tiếng Anh | Loại phí | Thuế suất | Trạng thái
CBI | Cước biển | Ocean freight | Thu | 0 | Đang sử dụng
PTHC | Phí xếp dỡ | THC | Thu | 10 | Đang sử dụng
PCU | Phí cũ | Old fee | Chi | 10 | Ngừng sử dụng
= external_id: Mã phí
= code: Mã phí
= description: Tên phí
= is_active: Trạng thái
map is_active: Đang sử dụng=true, Ngừng sử dụng=false

## staff | vi | overtime system | real
code | name | dept | password
D2109 | Nguyễn Thị Hoa | Shiage | 2109
E2465 | Phù Thị Mai | Shiage | 2465
E3670 | Nguyễn Văn Nam | Đùn | 3670
G10600 | Huỳnh Thị Lan | Vòng ngoài | 10600
I16991 | Trần Thị Đông | Co giãn | 16991
= external_id: code
= name: name

## staff | vi | no headings, three rows | real
(none)
Đoàn Thi Hoa | 30 | Nữ | Đồng Nai
Tăng Thanh Mai | 32 | Nữ | Hồ Chí Minh
Huỳnh Trấn Nam | 36 | Nam | Hồ Chí Minh
~ external_id: #1
= name: #1
~ name: (none)

## staff | vi | wages | real
Mã NV | Họ Tên | Chức vụ | Lương cơ bản | Thưởng | Phạt | Giờ làm thêm | Lương thực nhận
NV01 | Trần Văn An | Trưởng phòng | 12000000 | 500000 | 0 | 4 | 12980000
NV02 | Lê Thị Bình | Nhân viên | 9000000 | 200000 | 100000 | 12 | 9866343
NV03 | Phạm Minh Châu | Nhân viên | 8500000 | 0 | 0 | 0 | 8500000
= external_id: Mã NV
= name: Họ Tên

## tax-code | vi | tax classes of a shop | real
tax_code | tax_name | tax_rate | description | display_order | is_default | is_active
TAX0 | Miễn thuế | 0.00 |  | 1 | f | t
TAX5 | VAT 5% | 5.00 |  | 2 | f | t
TAX8 | VAT 8% | 8.00 |  | 3 | f | t
TAX10 | VAT 10% | 10.00 |  | 4 | t | t
= external_id: tax_code
= code: tax_code
= description: tax_name
= rate: tax_rate
= is_active: is_active
unit: percent
`;
