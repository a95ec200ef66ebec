export const thai = `
staff: พนักงาน, ผู้ใช้, ผู้ใช้งาน, บุคลากร, ลูกจ้าง
charge: ค่าบริการ, ค่าธรรมเนียม, บริการ, ค่าใช้จ่าย, รายการ, สินค้า
tax: ภาษี, ภาษีมูลค่าเพิ่ม
manager: หัวหน้า, ผู้จัดการ
customer: ลูกค้า
company: บริษัท
department: แผนก, ฝ่าย
branch: สาขา
job_title: ตำแหน่ง
ledger: บัญชี, รหัสบัญชี, ชื่อบัญชี
currency: สกุลเงิน
unit: หน่วย
email: อีเมล, อีเมล์
id+staff: รหัสพนักงาน, เลขที่พนักงาน
number: เลขที่, หมายเลข
code: รหัส
full_name: ชื่อ นามสกุล, ชื่อสกุล, ชื่อพนักงาน
given_name: ชื่อ, ชื่อจริง
family_name: นามสกุล
name: ชื่อ
description: รายละเอียด, คำอธิบาย
active: ใช้งาน, เปิดใช้งาน
inactive: ไม่ใช้งาน, ปิดใช้งาน
status: สถานะ
hire_date: วันที่เริ่มงาน, วันเริ่มงาน
end_date: วันที่ลาออก, วันลาออก
birth_date: วันเกิด
modified_at: วันที่แก้ไข, แก้ไขล่าสุด
created_at: วันที่สร้าง
date: วันที่, วัน
rate: อัตรา, อัตราภาษี
country: ประเทศ
phone: โทรศัพท์, เบอร์โทร
password: รหัสผ่าน
gender: เพศ
national_id: เลขบัตรประชาชน
salary: เงินเดือน
note: หมายเหตุ
row_number: ลำดับ, ลำดับที่
amount: จำนวนเงิน, ราคา
quantity: จำนวน
kind: ประเภท, ชนิด
group: กลุ่ม
category: หมวดหมู่
`;
