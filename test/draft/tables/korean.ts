/** Lists with Korean headings. Lists marked real have the headings and forms of a public file, with invented personal values. */
export const korean = `
## staff | ko | 사원 목록 | invented
사번 | 성명 | 영문성명 | 부서 | 직급 | 이메일 | 입사일 | 퇴사일 | 재직상태
K001 | 김민수 | Kim Minsu | 해상수출 | 과장 | minsu.kim@logis.test | 2014-03-02 |  | 재직
K002 | 이서연 | Lee Seoyeon | 항공수입 | 대리 | seoyeon.lee@logis.test | 2018-09-01 | 2024-02-29 | 퇴직
K003 | 박지훈 | Park Jihoon | 통관 | 사원 | jihoon.park@logis.test | 2022-01-10 |  | 재직
= external_id: 사번
= name: 성명
= email_address: 이메일
= is_active: 재직상태
map is_active: 재직=true, 퇴직=false

## charge-code | ko | 비용코드 | invented
비용코드 | 비용명 | 영문명 | 구분 | 부가세율 | 사용여부
OF | 해상운임 | OCEAN FREIGHT | 매출 | 0 | Y
THC | 터미널화물처리비 | TERMINAL HANDLING | 매출 | 10 | Y
DOC | 서류발급비 | DOC FEE | 매출 | 10 | N
= external_id: 비용코드
= code: 비용코드
= description: 비용명
~ description: 영문명
= is_active: 사용여부

## tax-code | ko | 세금코드 | invented
세금코드 | 세금명 | 세율 | 매출매입구분 | 사용여부
A1 | 과세매출 10% | 10.0 | 매출 | Y
A2 | 영세매출 | 0.0 | 매출 | Y
V1 | 과세매입 10% | 10.0 | 매입 | Y
V9 | 불공제매입 | 10.0 | 매입 | N
= external_id: 세금코드
= code: 세금코드
= description: 세금명
= rate: 세율
= direction: 매출매입구분
= is_active: 사용여부
map direction: 매출=output, 매입=input
unit: percent

## staff | ko | 사원 명부 | invented
사번 | 성명 | 부서명 | 직급 | 입사일자 | 퇴사일자 | 재직구분 | 회사메일 | 개인메일
20180012 | 김민수 | 해운팀 | 과장 | 2018-02-01 |  | 재직 | kim@busan.test | k@home.test
20160033 | 이영희 | 항공팀 | 대리 | 2016-06-15 | 2025-04-30 | 퇴직 | lee@busan.test |
20220005 | 박지훈 | 회계팀 | 사원 | 2022-01-10 |  | 휴직 | park@busan.test |
= external_id: 사번
= name: 성명
= email_address: 회사메일
= is_active: 재직구분
~ is_active: until 퇴사일자
map is_active: 재직=true, 퇴직=false

## charge-code | ko | 운임 항목 | invented
항목코드 | 항목명(한글) | 항목명(영문) | 구분 | 과세구분 | 사용여부
OFR | 해상운임 | OCEAN FREIGHT | 운임 | 영세 | Y
THC | 터미널조작료 | TERMINAL HANDLING | 기타 | 과세 | Y
WFG | 부두사용료 | WHARFAGE | 기타 | 과세 | N
= external_id: 항목코드
= code: 항목코드
= description: 항목명(한글)
~ description: 항목명(영문)
= is_active: 사용여부
~ charge_type: 구분
~ tax_code: 과세구분

## tax-code | ko | 부가세 코드 | invented
세금코드 | 세금코드명 | 세율 | 매입매출구분 | 적용시작일 | 사용유무
A1 | 과세매출 10% | 10 | 매출 | 2000-01-01 | 사용
V1 | 과세매입 10% | 10 | 매입 | 2000-01-01 | 사용
A0 | 영세율매출 | 0 | 매출 | 2000-01-01 | 미사용
= external_id: 세금코드
= code: 세금코드
= description: 세금코드명
= rate: 세율
= direction: 매입매출구분
= valid_from: 적용시작일
= is_active: 사용유무
map direction: 매출=output, 매입=input
map is_active: 사용=true, 미사용=false
unit: percent

## staff | ko | names alone | real
이름
장하나
한지민
~ external_id: 이름
= name: 이름

## staff | ko | bank personnel in romanised headings | real
JIKWON_NO | NAME | JEOM_NO | JEOM_NAME | JIKGUN | JIKGEUB | JIKWHI | JIKWHI_NAME | JUMINNO | JUJKMU_C | JUJKMU_NM | TOIJIKGBN | BUIM_ILJA | LST_CHG_ILSI | SILNO_CID | CUSNO
20505190 | 최하늘 | 4 | 준법감시부 | 30000 | 99999 | 20425 | 전문계약직원 |  |  |  | 0 | 20200401 |  | fLOjQav3YWgEC | 464464292
6209769 | 김보라 | 1107 | 영등포 | 20004 | 3 | 31053 | 부지점장 |  | 0010905 | WRM | 0 | 20190128 | 20190129112017 | yoV049wbj4xLo | 478015769
10601562 | 권서연 | 7097 | 안동법원 | 40005 | 22 | 31035 | 선임 |  | 0010744 | 간편상담 | 0 | 20181210 | 20190617091402 | j8QEZ81uQP0+I | 739479256
8200858 | 신아라 | 7051 | 강원도청 | 20004 | 4 | 20161 | 과장 |  | 0010636 | 상담 FM | 0 | 20190710 | 20210203143552 | 1LxXLLTuM0YV2 | 626570106
= external_id: JIKWON_NO
= name: NAME
~ updated_at: LST_CHG_ILSI
~ is_active: not TOIJIKGBN

## staff | ko | department, rank, pay | real
이름 | 부서 | 직급 | 연봉 | 입사년도 | 프로젝트수 | 성과점수
김철민 | 개발팀 | 과장 | 5500 | 2018 | 8 | 88
이영미 | 기획팀 | 대리 | 4200 | 2020 | 5 | 92
박민지 | 개발팀 | 사원 | 3500 | 2022 | 3 | 78
최지원 | 인사팀 | 차장 | 6200 | 2015 | 6 | 85
~ external_id: 이름
= name: 이름

## staff | ko | ward roster without headings | real
(none)
00101 | 한수미 | nurse | fixed_weekday | 1 | senior | 2015-03-02 | true | true
00102 | 정가람 | nurse | rotating | 5 | middle | 2019-07-15 | true | false
00109 | 서예리 | nurse | rotating | 9 | junior |  | false | false
00110 | 윤도하 | aide | rotating | 2 | junior | 2024-02-01 | true | false
= external_id: #1
~ external_id: (none)
= name: #2
~ name: (none)
`;
