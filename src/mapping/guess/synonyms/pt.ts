export const portuguese = `
staff: funcionário, funcionária, funcionários, colaborador, colaboradora, colaboradores, empregado, trabalhador, usuário, usuários, utilizador, utilizadores, pessoa, servidor, pessoal, operador
charge: taxa serviço, encargo, encargos, despesa, despesas, serviço, serviços, item, cobrança, tarifa, artigo, produto, rubrica, custo, taxa cobrança
tax: imposto, impostos, iva, icms, tributo, tributos, fiscal, ipi, pis, cofins, iss, cst, tributação
manager: gestor, gerente, supervisor, chefe, superior, responsável, líder, superior imediato
relative: contato de emergência, emergência, cônjuge, nome da mãe, nome do pai, mãe, pai
customer: cliente, clientes
vendor: fornecedor, fornecedores, transportadora
company: empresa, companhia, organização, entidade, razão social, estabelecimento, empregador
department: departamento, setor, área, secção, seção, divisão, equipe, lotação
branch: filial, escritório, unidade, local de trabalho, sede, sucursal, agência
job_title: cargo, função, posição, ocupação, cbo, categoria profissional
role: perfil, permissão, licença
bank: banco, conta bancária, agência bancária, nib
ledger: conta, contas, conta contábil, conta contabilística, plano de contas
cost_centre: centro de custo, centro de custos
currency: moeda, divisa
unit: unidade de medida, unid, base de cálculo
document: fatura, contrato, nota fiscal, documento, cfop
tariff: ncm, código aduaneiro, código pautal
work: corporativo, profissional, trabalho, institucional, comercial, empresarial
private: pessoal, particular, privado
secondary: secundário, alternativo, outro, recuperação
local: local, português
english: inglês
short: curta, abreviada, resumida, reduzida
long: longa, completa
old: antigo, anterior
new: novo, nova
cost: compra, compras, entrada, dedutível
sell: venda, vendas, saída, receita, liquidado
filler: de, do, da, dos, das, o, a, os, as, em, no, na, por, para, ao, e, é
email: e mail, email, correio eletrónico, correio eletrônico, endereço de e mail, endereço de email, endereço eletrônico, mail
email+work: e mail corporativo, email corporativo, e mail profissional, email profissional, e mail institucional, email institucional, email da empresa
email+private: e mail pessoal, email pessoal
id: id, identificador, chave, identificação interna
number: número, nº, num, nro, n
code: código, cód, sigla, referência, abreviatura
id+staff: matrícula, número de matrícula, código do funcionário, id do funcionário, número do funcionário, número de empregado, número mecanográfico, n funcionário, nº funcionário, nº mecanográfico, n mecanográfico, nº de funcionário, nº empregado, nº colaborador, cód funcionário, chapa, número de colaborador, código funcionário, id funcionário, re, número colaborador, número do colaborador
login: usuário de rede, nome de usuário, nome de utilizador, login, conta
full_name: nome completo, nome do funcionário, nome funcionário, nome de exibição, nome e apelido, nome do colaborador, nome e sobrenome, nome colaborador
given_name: primeiro nome, nome próprio, prenome
family_name: sobrenome, apelido, último nome
middle_name: nome do meio
salutation: tratamento
nickname: nome social, apelido social
name: nome
description: descrição, designação, denominação, detalhe, texto, descrição completa, descrição resumida, nome do imposto, descritivo, nome do serviço, descricao
active: ativo, ativa, activo, habilitado, em vigor, está ativo, vigente, ativado
inactive: inativo, inactivo, bloqueado, desativado, excluído, arquivado, cancelado, suspenso, desligado, demitido, anulado, inativa
status: situação, estado, status, situação funcional, estado do funcionário, situacao
end_date+staff: data de demissão, data demissão, data de desligamento, data desligamento, data de saída, data saída, data de rescisão, data rescisão, data de cessação, data de afastamento definitivo
hire_date: data de admissão, data admissão, admissão, data de contratação, data de ingresso, data de entrada, data contratação, dt admissão
birth_date: data de nascimento, data nascimento, nascimento, dt nascimento, dt nasc, aniversário, naturalidade
created_at: data de criação, criado em, criado, data de cadastro, data cadastro, data criação
modified_at: data de alteração, alterado em, atualizado em, última alteração, última atualização, data de atualização, modificado em, data alteração, data modificação, data de modificação, data atualização
last_login: último acesso, último login
date: data, hora, dia, mês, ano
valid_from: válido de, data início, data inicial, início de vigência, vigência início, início vigência, data de início, válido desde, início, vigente desde
valid_to: válido até, data fim, data final, fim de vigência, término, vigência fim, fim vigência, data de fim, validade, fim
rate: alíquota, taxa, percentual, porcentagem, percentagem, taxa de imposto, taxa de iva, taxa iva, taxa imposto
value: valor
country: país, código do país, código país
region: estado uf, uf, província, região, distrito
city: cidade, município, localidade
postcode: cep, código postal
address: endereço, morada, rua, logradouro
phone: telefone, celular, telemóvel, tel, fax, ramal, número de telefone, contato telefônico, contacto
password: senha, palavra passe
gender: sexo, gênero, género
nationality: nacionalidade, raça, cor
marital_status: estado civil
national_id: cpf, rg, nif, niss, pis, pis pasep, ctps, bilhete de identidade, cartão de cidadão, passaporte, cnpj, título de eleitor
salary: salário, remuneração, vencimento, salário base
age: idade
education: escolaridade, formação, habilitações
employment_type: tipo de contrato, vínculo, regime, tipo contrato, tipo de vínculo, jornada
language: idioma, língua
photo: foto, imagem
note: observações, observação, obs, comentário, notas, nota
sort_order: ordem
row_number: linha, sequência, item nº
amount: montante, preço, preço unitário, quantia, valor unitário, mínimo
quantity: quantidade, qtd
taxable: tributável, isento, tributado, sujeito a iva
kind: tipo, classe, natureza, tipo de imposto, tipo imposto
group: grupo, família, subgrupo
category: categoria
direction: sentido, utilização, entrada saída, compra venda
id: codigo id, cod id
`;
