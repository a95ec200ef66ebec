export const korean = `
staff: 사원, 직원, 사용자, 종업원, 인사, 담당자, 근로자, 임직원, 회원, 유저
charge: 비용, 요금, 수수료, 청구, 항목, 서비스, 품목, 운임항목, 부대비용, 비용항목, 청구항목, 계정과목비용, 상품, 차지, 운임
tax: 세금, 부가세, 부가가치세, 세, 과세, 조세
manager: 상사, 관리자, 팀장, 책임자, 결재자, 승인자
relative: 비상연락처, 비상연락망, 배우자, 가족
customer: 고객, 거래처, 화주
vendor: 공급업체, 매입처, 공급자
company: 회사, 회사명, 법인, 기업, 조직, 회사코드, 사업자
department: 부서, 부서명, 팀, 소속, 소속부서, 본부
branch: 지점, 사업장, 근무지, 사무소, 지사
job_title: 직급, 직위, 직책, 직무, 직종, 직함
role: 역할, 권한, 권한그룹
bank: 은행, 계좌번호, 예금주
ledger: 계정과목, 계정, 계정코드, 계정과목코드, 회계계정
cost_centre: 원가센터, 코스트센터
currency: 통화, 통화코드
unit: 단위
document: 계산서, 계약, 전표
tariff: hs코드, 세번, 품목번호
work: 회사용, 업무용, 업무
private: 개인, 개인용
secondary: 보조, 기타, 추가
english: 영문, 영어
local: 국문, 한글
short: 약칭, 약어
long: 전체, 정식
old: 구
new: 신규
cost: 매입, 원가, 비용용
sell: 매출, 판매
filler: 의, 여부, 및
email: 이메일, 이메일주소, 메일, 전자우편, 메일주소, email, 이메일 주소, 전자메일
email+work: 회사이메일, 회사메일, 업무용이메일, 사내메일, 회사 이메일
email+private: 개인이메일, 개인메일, 개인 이메일
id: id, 아이디, 식별자, 키
number: 번호, no
code: 코드, 약호, 부호
id+staff: 사번, 사원번호, 직원번호, 사원코드, 직원코드, 사용자id, 직원id, 사원 번호, 인사번호, 사원id, 사용자아이디
login: 로그인id, 로그인아이디, 계정명, 아이디, 사용자계정
full_name: 성명, 이름, 사원명, 직원명, 한글성명, 사용자명, 담당자명, 사원이름, 직원이름, 성함, 한글이름
full_name+english: 영문성명, 영문이름, 영문명
given_name: 이름, 명
family_name: 성
name: 명칭, 명, 이름
description: 설명, 내용, 적요, 항목명, 비용명, 요금명, 세금명, 품명, 코드명, 비용항목명, 세부내용, 세금코드명, 비고설명, 한글명, 국문명
description+english: 영문명, 영문설명, 영문명칭
active: 사용여부, 활성, 사용, 유효, 재직여부, 활성여부, 활성화, 유효여부, 사용유무, 활성화여부
inactive: 미사용, 비활성, 중지, 삭제여부, 정지, 퇴사여부, 폐기, 사용중지, 사용중지여부, 중지여부, 퇴직여부, 삭제
status: 상태, 재직상태, 재직구분, 근무상태, 계정상태, 재직 상태, 상태값
end_date+staff: 퇴사일, 퇴직일, 퇴사일자, 퇴직일자
hire_date: 입사일, 입사일자, 채용일, 입사년월, 근속연수
birth_date: 생년월일, 생일, 출생일
created_at: 등록일, 생성일, 생성일시, 등록일시, 등록자, 등록일자
modified_at: 수정일, 변경일, 수정일시, 최종수정일, 갱신일, 변경일시, 업데이트일시, 수정일자, 최종수정일시, 최종변경일
last_login: 최근로그인, 최종로그인, 마지막로그인
date: 일자, 날짜, 일시, 년, 월, 일
valid_from: 적용시작일, 유효시작일, 시작일, 적용일자, 적용일, 시작일자, 적용개시일
valid_to: 적용종료일, 유효종료일, 종료일, 만료일, 종료일자
rate: 세율, 비율, 율, 퍼센트, 부가세율
value: 값
country: 국가, 국가코드, 국가명
region: 지역, 시도
city: 도시, 시군구
postcode: 우편번호
address: 주소
phone: 전화, 전화번호, 휴대폰, 휴대전화, 연락처, 내선번호, 핸드폰, 휴대폰번호, 내선
password: 비밀번호, 패스워드, 암호
gender: 성별
nationality: 국적
marital_status: 결혼여부, 혼인여부
national_id: 주민등록번호, 주민번호, 여권번호, 외국인등록번호, 사업자등록번호
salary: 급여, 연봉, 월급, 호봉
age: 나이, 연령
education: 학력, 전공
employment_type: 고용형태, 계약구분, 사원구분, 고용구분, 근무형태, 직원구분, 계약형태
language: 언어
photo: 사진
note: 비고, 메모, 참고
sort_order: 정렬순서, 순서, 정렬
row_number: 순번, 연번, 행번호
amount: 금액, 단가, 가격
quantity: 수량, 중량
taxable: 과세여부, 면세여부, 부가세포함여부, 과세구분
kind: 유형, 종류, 구분, 타입, 세금유형, 비용유형, 세금구분
group: 그룹, 비용그룹
category: 분류, 카테고리, 대분류
direction: 방향, 매출매입구분, 매입매출구분
// romanised, as database columns are
id+staff: jikwon no, sawon no, sabun, sawonbeonho, jikwonbeonho
full_name: irum, ireum, jikwon name, sawon name
department: buseo, jeom name
job_title: jikgeub, jikwi, jikwhi
national_id: jumin no, juminno
end_date: toisail, toesail
`;
