export const vietnamese = `
staff: nhân viên, người dùng, cán bộ, người lao động, nhân sự, nv, công nhân viên, tài khoản người dùng, cbnv
charge: phí, chi phí, dịch vụ, khoản phí, phụ phí, loại phí, khoản mục, sản phẩm, hàng hóa, mục phí, cước phí, cước
tax: thuế, thuế gtgt, gtgt, thuế suất mã, vat
manager: quản lý, quản lý trực tiếp, cấp trên, trưởng phòng, người quản lý
relative: liên hệ khẩn cấp, người liên hệ, vợ chồng
customer: khách hàng
vendor: nhà cung cấp, hãng vận chuyển
company: công ty, doanh nghiệp, tổ chức, đơn vị
department: phòng ban, bộ phận, phòng, tổ, nhóm làm việc
branch: chi nhánh, văn phòng, nơi làm việc, địa điểm làm việc
job_title: chức vụ, chức danh, vị trí, công việc, vị trí công việc
role: vai trò, quyền, phân quyền
bank: ngân hàng, số tài khoản, tài khoản ngân hàng
ledger: tài khoản, tài khoản kế toán, tk nợ, tk có, tài khoản doanh thu, tài khoản chi phí
cost_centre: trung tâm chi phí
currency: tiền tệ, loại tiền, đồng tiền
unit: đơn vị tính, đvt
document: hóa đơn, hợp đồng
tariff: mã hs
work: công việc dùng, công ty dùng
private: cá nhân, riêng
secondary: phụ, khác, dự phòng
english: tiếng anh, tên tiếng anh
local: tiếng việt
short: viết tắt, ngắn
long: đầy đủ
old: cũ
new: mới
cost: mua, đầu vào, mua vào
sell: bán, đầu ra, bán ra
filler: của, cho, theo, và, là, các, trong
email: email, thư điện tử, địa chỉ email, hộp thư, e mail, mail
email+work: email công ty, email công việc
email+private: email cá nhân
id: id, khóa, định danh
number: số, stt số
code: mã, mã số, ký hiệu, viết tắt mã
id+staff: mã nhân viên, mã nv, mã số nhân viên, mã người dùng, số nhân viên, mã cán bộ, mã nhân sự, mã cbnv, msnv
login: tên đăng nhập, tài khoản, tên người dùng
full_name: họ và tên, họ tên, tên đầy đủ, tên nhân viên, họ tên nhân viên, họ và tên nhân viên
given_name: tên, tên gọi
family_name: họ, họ và tên đệm, họ đệm, họ lót
middle_name: tên đệm, đệm, tên lót
name: tên
description: mô tả, diễn giải, tên phí, tên dịch vụ, nội dung, tên thuế, tên chi phí, mô tả chi tiết, tên khoản phí, giải thích
description+english: tên tiếng anh, tên phí tiếng anh
description+local: tên tiếng việt, tên phí tiếng việt
active: hoạt động, đang hoạt động, hiệu lực, kích hoạt, đang sử dụng, còn hiệu lực, sử dụng, còn làm việc, đang làm việc
inactive: ngừng hoạt động, khóa, vô hiệu, ngưng sử dụng, đã xóa, ngừng sử dụng, nghỉ việc, không sử dụng, bị khóa, ngưng hoạt động, ngừng theo dõi, đã nghỉ việc
status: trạng thái, tình trạng, trạng thái làm việc, tình trạng làm việc
end_date+staff: ngày nghỉ việc, ngày thôi việc, ngày nghỉ, ngày chấm dứt hợp đồng
hire_date: ngày vào làm, ngày bắt đầu làm việc, ngày nhận việc, ngày vào công ty, ngày tuyển dụng, ngày ký hợp đồng, ngày chính thức
birth_date: ngày sinh, ngày tháng năm sinh, sinh nhật, nơi sinh, năm sinh
created_at: ngày tạo, thời gian tạo, người tạo
modified_at: ngày sửa, ngày cập nhật, lần sửa cuối, thời gian cập nhật, ngày chỉnh sửa, cập nhật lần cuối, ngày thay đổi
last_login: lần đăng nhập cuối, đăng nhập lần cuối
date: ngày, thời gian, tháng, năm
valid_from: ngày hiệu lực, hiệu lực từ, từ ngày, ngày bắt đầu, ngày áp dụng
valid_to: hiệu lực đến, đến ngày, ngày kết thúc, ngày hết hạn, ngày hết hiệu lực
rate: thuế suất, tỷ lệ, phần trăm, tỉ lệ, thuế suất gtgt, mức thuế suất
value: giá trị
country: quốc gia, mã quốc gia, nước
region: tỉnh, vùng, khu vực
city: thành phố, quận huyện
postcode: mã bưu điện, mã bưu chính
address: địa chỉ
phone: điện thoại, số điện thoại, di động, sđt, máy nhánh
password: mật khẩu
gender: giới tính
nationality: quốc tịch, dân tộc
marital_status: tình trạng hôn nhân
national_id: cmnd, cccd, số cmnd, căn cước công dân, hộ chiếu, số cccd, mã số thuế, số bhxh
salary: lương, mức lương
age: tuổi
education: trình độ, bằng cấp, trình độ học vấn
employment_type: loại hợp đồng, hình thức làm việc, loại nhân viên, loại hình lao động
language: ngôn ngữ
note: ghi chú, chú thích
row_number: stt, số thứ tự, tt
amount: số tiền, đơn giá, giá
quantity: số lượng
taxable: chịu thuế, không chịu thuế
kind: loại, kiểu, phân loại, loại thuế
group: nhóm, nhóm phí, nhóm chi phí
category: danh mục, hạng mục
direction: chiều, mua bán
`;
