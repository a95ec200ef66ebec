/** Lists with Portuguese headings. Lists marked real have the headings and forms of a public file, with invented personal values. */
export const portuguese = `
## staff | pt | funcionários | invented
Matrícula | Nome completo | CPF | E-mail | Cargo | Admissão | Situação | Telefone
1201 | Ana Beatriz Souza | 111.222.333-44 | ana.souza@agente.test | Analista | 02/05/2016 | Ativo | 11 99999-0001
1202 | Carlos Eduardo Lima | 222.333.444-55 | carlos.lima@agente.test | Gerente | 10/08/2009 | Ativo | 11 99999-0002
1203 | Joana D'Arc Silva | 333.444.555-66 | joana.silva@agente.test | Assistente | 21/01/2020 | Demitido | 11 99999-0003
1204 | Pedro Henrique Alves | 444.555.666-77 | pedro.alves@agente.test | Analista | 15/03/2021 | Férias | 11 99999-0004
= external_id: Matrícula
= name: Nome completo
= email_address: E-mail
= is_active: Situação
map is_active: Ativo=true, Demitido=false

## tax-code | pt | CST over groups, nothing unique | invented
Grupo | CST | Descrição | Alíquota
ICMS | 00 | Tributada integralmente | 18,00
ICMS | 40 | Isenta | 0,00
IPI | 00 | Entrada com recuperação de crédito | 10,00
IPI | 49 | Outras entradas | 0,00
= external_id: Grupo +"|" CST
~ external_id: (none)
= code: CST
= description: Descrição
= rate: Alíquota
unit: percent

## staff | pt | colaboradores de Portugal | invented
Nº mecanográfico | Nome | Apelido | NIF | Telemóvel | E-mail profissional | E-mail pessoal | Ativo
031 | Inês | Carvalho | 501442600 | 912000001 | ines.carvalho@transitario.test | ines@casa.test | Sim
032 | Tiago | Ferreira | 501442601 | 912000002 | tiago.ferreira@transitario.test |  | Não
033 | Rita | Gonçalves | 501442602 | 912000003 | rita.goncalves@transitario.test |  | Sim
= external_id: Nº mecanográfico
= name: Nome + Apelido
= email_address: E-mail profissional
= is_active: Ativo

## staff | pt | TOTVS Protheus SRA | invented
RA_FILIAL | RA_MAT | RA_NOME | RA_CIC | RA_ADMISSA | RA_DEMISSA | RA_SITFOLH | RA_EMAIL
01 | 000345 | MARIA SOUZA | 11122233344 | 20180201 |  |  | maria@porto.test
01 | 000346 | JOAO LIMA | 22233344455 | 20160615 | 20250430 | D | joao@porto.test
02 | 000347 | ANA COSTA | 33344455566 | 20220110 |  |  | ana@porto.test
= external_id: RA_MAT
= name: RA_NOME
= email_address: RA_EMAIL
= is_active: until RA_DEMISSA
~ is_active: RA_SITFOLH
~ is_active: (none)

## staff | pt | funcionários (2) | invented
Matrícula | Nome do Funcionário | Cargo | Situação | E-mail Corporativo | E-mail Pessoal | Data de Admissão
345 | Maria Souza | Analista | Ativo | maria@porto.test | ms@mail.test | 01/02/2018
346 | João Lima | Motorista | Desligado | joao@porto.test |  | 15/06/2016
347 | Ana Costa | Assistente | Afastado | ana@porto.test |  | 10/01/2022
= external_id: Matrícula
= name: Nome do Funcionário
= email_address: E-mail Corporativo
= is_active: Situação
map is_active: Ativo=true, Desligado=false

## charge-code | pt | taxas e serviços | invented
Código | Descrição do Serviço | Grupo | CST | Alíquota ISS | Ativo?
1001 | Frete internacional | Frete | 01 | 0,00 | Sim
1002 | Capatazia origem | Origem | 01 | 5,00 | Sim
1003 | Desconsolidação | Destino | 01 | 5,00 | Sim
1009 | Taxa antiga | Outros | 01 | 5,00 | Não
= external_id: Código
= code: Código
= description: Descrição do Serviço
= charge_type: Grupo
~ tax_code: CST
= is_active: Ativo?
map charge_type: Frete=freight, Origem=origin, Destino=destination, Outros=other

## tax-code | pt | tabela de IVA | invented
Código IVA | Designação | Taxa | Espaço fiscal | Motivo de isenção | Inactivo
NOR | Taxa normal | 23,00 | PT |  | 0
INT | Taxa intermédia | 13,00 | PT |  | 0
ISE | Isento | 0,00 | PT | M01 | 0
N21 | Taxa normal antiga | 21,00 | PT |  | 1
= external_id: Código IVA
= code: Código IVA
= description: Designação
= rate: Taxa
= is_active: not Inactivo
~ country: Espaço fiscal
~ region: Espaço fiscal
unit: percent

## staff | pt | enrolment, collaborator, cost centre | real
MATRÍCULA | COLABORADOR | cc
4353 | BIANCA PEREIRA RAMOS | 2510-2030
3910 | BRUNA DE SOUZA LIMA | 2510-2030
10063 | JOSE CARLOS MOREIRA | 2510
4089 | ADALIA NUNES COSTA | 2000-2510-2160
4335 | DEBORA ALVES TEIXEIRA | 2213
= external_id: MATRÍCULA
= name: COLABORADOR

## staff | pt | name, department, address | real
Nome | Departamento | E-mail
Alan Côrrea De Lima | Almoxarifado | alanlima@empresa.test
Luisa Nunes Prado | Audiovisual | luisaprado@empresa.test
Mauricio Engel | Audiovisual | mauricioengel@empresa.test
Lívia Nastari | Biblioteca | livianastari@empresa.test
Cláudio Avancini Neto | Contratos | claudioneto@empresa.test
~ external_id: E-mail
= name: Nome
= email_address: E-mail

## staff | pt | status, start and end | real
id | Nome | Cargo | Status | Início | Término | Rem. Fixa | Ajuda Custo | Outros (Ref) | Outros (Valor) | Regime
1 | GAMA REPRESENTAÇÕES LTDA | Representante Comercial | ATIVO | 01/04/2025 |  | 0.0 | 0.0 |  | 0.0 | PJ
3 | MARCIO MELO LEITE | Administrativo | ATIVO | 01/04/2026 |  | 0.0 | 0.0 |  | 0.0 | PJ
8 | JENIFER DA SILVA | Operário | ATIVO | 15/01/2026 |  | 1621.0 | 0.0 |  | 0.0 | CLT
20 | MARINO | Vendedor | ATIVO | 03/06/2026 |  | 0.0 | 0.0 | PASSAGEM | 0.0 | Autônomo
= external_id: id
= name: Nome
= is_active: Status
~ is_active: until Término

## staff | pt | facilities, situation in words | real
Nome | CPF | Empresa | Cargo | Situação | Alocação | Posto Atual | Data Admissão | Data Nascimento | Gênero | Tipo | Carga Horária | Salário Base | Insalubridade | Vale Transporte | Contato | Email
ADA VEGA RUIZ | 000.000.000-04 | ABC FACILITIES | Auxiliar de Limpeza | Desligado | Desligado | - | 07/01/2026 | - | - | CLT | 220 | 1764 | 0 | 0 | - | -
ADJANE ARAUJO | 04018000330 | ABC TRATAMENTOS DE PISO | Auxiliar de Limpeza | Ativo | Alocado | LOJA NORTE | 18/11/2025 | 11/05/1989 | Feminino | CLT | 220 | 1900 | 0 | 312 | 98 8540-0000 | -
AMARIS GUERRA | 712.000.852-90 | XYZ FACILITIES | Auxiliar de Limpeza | Ativo | Alocado | ROTATIVO | 15/02/2026 | 06/03/1980 | Feminino | CLT | 220 | 1554,56 | 0 | 312 | (41) 98400-4329 | amaris@mail.test
ANA FERNANDA REIS | 877.000.479-53 | XYZ FACILITIES | Auxiliar de Limpeza | AFASTADO INSS | Alocado | ROTATIVO | 12/02/2023 | 31/12/0001 | Feminino | CLT | 220 | 1764 | 0 | 0 | - | -
ELIZA NUNES | 031.000.559-44 | ABC FACILITIES | Porteiro | Férias | Alocado | ROTATIVO | 07/03/2025 | - | - | CLT | 220 | 0 | 0 | 0 | 41 9950-0000 | eliza@mail.test
= external_id: CPF
~ external_id: (none)
= name: Nome
= email_address: Email
~ email_address: (none)
= is_active: Situação
map is_active: Ativo=true, Desligado=false

## staff | pt | Portuguese factory | real
Nº colaborador | Nome | Apelido | Departamento | Função | Data de Admissão | Grupo Funcional:
1 | JOSE | SANTIAGO | UP1 | AJUDANTE DE MOTORISTA | 16/07/1996 | OPERACIONAIS
2 | CARLOS | PERES | UP2 | PRENSADOR | 16/07/1998 | OPERACIONAIS
8 | JOSÉ | DIAS | UP1 | Chefe de Equipa UP1 | 16/07/1996 | CHEFES E COORDENADORES
22 | JOANA | SOARES | ADMIN | ADMINISTRADOR | 01/03/2008 | ADMINISTRADORES
= external_id: Nº colaborador
= name: Nome + Apelido

## charge-code | pt | plan of accounts in three levels | real
codconta | clas | descricaon1 | descricaon2 | descricaon3 | coddre | tipolancamento | iddre
00009 | 1.02.0004 | RECEITAS/ENTRADAS | VENDAS A PRAZO | BOLETO BANCARIO | 0101 | -1 | 2
00011 | 1.02.0006 | RECEITAS/ENTRADAS | VENDAS A PRAZO | CARTAO DE DEBITO | 0101 | -1 | 2
00043 | 2.01.0014 | SAIDAS | DESPESAS ADMINISTRATIVAS | FRETES E TRANSPORTES | 0602 | 1 | 15
00190 | 5.01.0002 | PAGAMENTO DE FORNECEDORES |  | FORNECEDOR FRETE DE MERCADORIA |  | 1 | 
= external_id: codconta
= code: codconta
~ code: clas
= description: descricaon3

## charge-code | pt | accounts, three columns | real
id_conta | nome_conta | tipo
1 | Receita de Vendas de Serviços | Receita
2 | Receita de Consultoria | Receita
3 | Custos Operacionais | Despesa
4 | Despesas com Marketing | Despesa
= external_id: id_conta
~ code: id_conta
= description: nome_conta

## staff | pt | accounts with two-factor mark | real
usuario | nome_completo | status | mfa | cargo
rafael.nogueiro | Rafael Nogueiro | desligado | sim | Suporte N1
ana.sousa | Ana Sousa | ativo | sim | Analista TI
carlos.limao | Carlos Limão | ativo | nao | Suporte N1
patricia.ferro | Patricia Ferro | ativo | sim | Gestora TI
marcos.oliva | Marcos Oliva | desligado | nao | Financeiro
= external_id: usuario
= name: nome_completo
= is_active: status
map is_active: ativo=true, desligado=false

## staff | pt | collaborators of an ERP | real
id | Nome | Cargo | Status | Início | Término | Rem. Fixa | Ajuda Custo | Outros (Ref) | Outros (Valor) | Regime
1 | GAMA REPRESENTAÇÃO LTDA | Representante Comercial | ATIVO | 01/04/2025 |  | 0.0 | 0.0 |  | 0.0 | PJ
3 | MARCIO MARQUES | Administrativo | ATIVO | 01/04/2026 |  | 0.0 | 0.0 |  | 0.0 | PJ
8 | JENI KELLY SILVEIRA | Operário | ATIVO | 15/01/2026 |  | 1621.0 | 0.0 |  | 0.0 | CLT
9 | JONATAS DE MELO | Operário | ATIVO | 15/01/2026 |  | 60.0 | 0.0 |  | 0.0 | Diarista
5 | EDITE SANTANA | Operário | ATIVO | 30/03/2025 |  | 1621.0 | 0.0 | PASSAGEM | 0.0 | CLT
= external_id: id
= name: Nome
= is_active: Status
map is_active: ATIVO=true

## staff | pt | factory of doors | real
Nº colaborador | Nome | Apelido | Departamento | Função | Data de Admissão | Grupo Funcional:
1 | JOSÉ | SANTANA | UP1 | AJUDANTE DE MOTORISTA | 16/07/1996 | OPERACIONAIS
2 | CARLOS | PEREIRO | UP2 | PRENSADOR | 16/07/1998 | OPERACIONAIS
3 | JOÃO | MOREIRO | UP3 | OPERADOR ORLADORA | 16/03/1999 | OPERACIONAIS
5 | ANABELA | ALMEIDO | UPPR | ALIM. L. AUT. PORTAS | 01/03/2008 | OPERACIONAIS
= external_id: Nº colaborador
= name: Nome + Apelido

## charge-code | pt | financial categories | real
Código | Categoria Financeira | Nome da Conta
1.1.1 | RECEITA | Venda de Alho in natura
1.1.2 | RECEITA | Venda de alho descascado
1.2.1 | RECEITA_NAO_OP | Entrada de Empréstimos Bancários
2.1.3 | CUSTO_VAR | Impostos sobre Vendas (Simples Nacional, etc.)
2.1.5 | CUSTO_VAR | Fretes sobre Vendas (Entregas)
3.1.3 | DESPESA_ADM | Tarifas e Taxas Bancárias
= external_id: Código
= code: Código
= description: Nome da Conta

## staff | pt | name age salary | real
Nome | Idade | Salario_bruto
Tomé | 32 | 1.5
Raul | 25 | 6.5
Irene | 65 | 10.0
Jorge | 69 | 10.0
GUSTAVO ORTIZ DOS SANTOS FARIA | 77 | 18257.0
Tomé | 31 | 1.5
Tomé | 15 | 8.0
= name: Nome
`;
