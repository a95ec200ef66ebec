/** Lists with Spanish headings. Lists marked real have the headings and forms of a public file, with invented personal values. */
export const spanish = `
## staff | es | lista de empleados | invented
Nº empleado | Nombre | Apellidos | DNI | Correo electrónico | Fecha de alta | Fecha de baja | Puesto | Supervisor
101 | María | García López | 12345678Z | mgarcia@transitos.test | 01/02/2015 |  | Tráfico | J. Ruiz
102 | José | Ruiz Pérez | 87654321X | jruiz@transitos.test | 15/03/2010 |  | Gerente | 
103 | Lucía | Fernández | 11223344B | lfernandez@transitos.test | 20/06/2018 | 30/09/2023 | Aduanas | J. Ruiz
104 | Iker | Etxeberria | 55667788C | ietxe@transitos.test | 01/10/2020 |  | Tráfico | J. Ruiz
= external_id: Nº empleado
= name: Nombre + Apellidos
= email_address: Correo electrónico
= is_active: until Fecha de baja

## tax-code | es | códigos de impuesto | invented
Código | Descripción | Tipo | Porcentaje | Ámbito | Activo
S_IVA21B | IVA 21% (Bienes) | IVA | 21,00 | ventas | Sí
P_IVA21_BC | IVA 21% Soportado | IVA | 21,00 | compras | Sí
S_IVA10 | IVA 10% | IVA | 10,00 | ventas | Sí
P_IRPF15 | Retención IRPF 15% | IRPF | -15,00 | compras | No
= external_id: Código
= code: Código
= description: Descripción
= rate: Porcentaje
= tax_type: Tipo
= direction: Ámbito
= is_active: Activo
map tax_type: IVA=vat, IRPF=withholding
map direction: ventas=output, compras=input
unit: percent

## charge-code | es | conceptos de facturación | invented
Cód. concepto | Descripción | Descripción inglés | Cta. ventas | Cód. IVA | Bloqueado
FL01 | Flete marítimo | Ocean freight | 705001 | EXE | No
TH01 | Manipulación terminal origen | Origin THC | 705002 | IVA21 | No
AD01 | Despacho de aduana | Customs clearance | 705003 | IVA21 | Sí
= external_id: Cód. concepto
= code: Cód. concepto
= description: Descripción
~ description: Descripción inglés
= tax_code: Cód. IVA
= is_active: not Bloqueado

## tax-code | es | Tryton impuestos | invented
code | name | rate | start_date | end_date | group | type
ES_IVA_21 | IVA 21% | Decimal('0.21') | 2012-09-01 |  | sale | percentage
ES_IVA_18 | IVA 18% | Decimal('0.18') | 2010-07-01 | 2012-08-31 | sale | percentage
ES_IVA_21S | IVA 21% soportado | Decimal('0.21') | 2012-09-01 |  | purchase | percentage
= external_id: code
= code: code
= description: name
= direction: group
= valid_from: start_date
= valid_to: end_date
~ rate: rate
map direction: sale=output, purchase=input

## staff | es | nómina con dos apellidos | invented
Clave | Apellido paterno | Apellido materno | Nombre(s) | RFC | CURP | Puesto | Estatus | Correo
E-15 | Hernández | López | Juan Carlos | HELJ800101AB1 | HELJ800101HDFRPN01 | Operador | Alta | jhernandez@agencia.test
E-16 | Ramírez | Soto | María | RASM850505CD2 | RASM850505MDFMTR02 | Cajera | Baja | mramirez@agencia.test
E-19 | Ortiz | Vega | Luis | OIVL900909EF3 | OIVL900909HDFRGS03 | Chofer | Alta | lortiz@agencia.test
= external_id: Clave
= name: Nombre(s) + Apellido paterno + Apellido materno
~ name: Nombre(s) + Apellido paterno
= email_address: Correo
= is_active: Estatus
map is_active: Alta=true, Baja=false

## staff | es | A3 Nómina trabajadores | invented
Cód. Trabajador | Apellidos | Nombre | NIF | Nº Afiliación SS | Fecha Alta | Fecha Baja | Categoría | Email
000101 | Hernández López | Juan | 12345678Z | 281234567890 | 01/02/2018 |  | Oficial | jhernandez@carga.test
000102 | Ramírez Soto | María | 23456789D | 281234567891 | 15/06/2016 | 30/04/2025 | Auxiliar | mramirez@carga.test
000107 | Ortiz Vega | Luis | 34567890V | 281234567892 | 10/01/2022 |  | Mozo | lortiz@carga.test
= external_id: Cód. Trabajador
= name: Nombre + Apellidos
= email_address: Email
= is_active: until Fecha Baja

## staff | es | usuarios del sistema | invented
USUARIO | NOMBRE_COMPLETO | CORREO | BLOQUEADO | PERFIL | FECHA_ALTA | ULT_MODIFICACION
jhernan | Juan Hernández | jhernandez@carga.test | N | OPERADOR | 2018-02-01 | 2026-01-15 12:00:00
mramire | María Ramírez | mramirez@carga.test | S | CAJA | 2016-06-15 | 2025-04-30 18:30:00
lortiz | Luis Ortiz | lortiz@carga.test | N | ALMACEN | 2022-01-10 | 2026-02-20 09:10:00
= external_id: USUARIO
= name: NOMBRE_COMPLETO
= email_address: CORREO
= is_active: not BLOQUEADO
= updated_at: ULT_MODIFICACION

## charge-code | es | conceptos de facturación (2) | invented
Concepto | Descripción | Tipo | Cuenta contable | Tipo IVA | Obsoleto
FLE | Flete marítimo | INGRESO | 70500001 | EXE | N
REC | Recogida | INGRESO | 70500002 | G21 | N
DES | Despacho de aduanas | SUPLIDO | 55400001 | G21 | N
ANT | Concepto antiguo | INGRESO | 70500009 | G21 | S
= external_id: Concepto
= code: Concepto
= description: Descripción
= tax_code: Tipo IVA
= is_active: not Obsoleto

## tax-code | es | tipos de IVA | invented
Código | Descripción | % IVA | % Recargo | Tipo de operación | Fecha inicio | Activo
G21 | IVA General 21% | 21,00 | 5,20 | Ventas | 01/09/2012 | Sí
R10 | IVA Reducido 10% | 10,00 | 1,40 | Ventas | 01/09/2012 | Sí
S21 | IVA Soportado 21% | 21,00 | 0,00 | Compras | 01/09/2012 | Sí
G18 | IVA General 18% | 18,00 | 4,00 | Ventas | 01/07/2010 | No
= external_id: Código
= code: Código
= description: Descripción
= rate: % IVA
= direction: Tipo de operación
= valid_from: Fecha inicio
= is_active: Activo
map direction: Ventas=output, Compras=input
unit: percent

## tax-code | es | shop rates in Spanish | real
Código del país | Código de provincia | Código postal | Ciudad | Tarifa % | Nombre del impuesto | Prioridad | Compuesto | Envío | Clase de impuesto
AT |  |  |  | 20.0000 | IVA Austria 20% | 1 | 0 | 1 | 
BE |  |  |  | 21.0000 | IVA Bélgica 21% | 1 | 0 | 1 | 
ES | CE |  |  | 0.0000 | IVA España N/A | 1 | 0 | 1 | 
ES | GC |  |  | 0.0000 | IVA España N/A | 1 | 0 | 1 | 
ES |  |  |  | 21.0000 | IVA España 21% | 1 | 0 | 1 | 
= description: Nombre del impuesto
~ external_id: Código del país +"|" Código de provincia
~ code: Nombre del impuesto
= rate: Tarifa %
= country: Código del país
= region: Código de provincia
~ region: (none)
unit: percent

## tax-code | es | family and IVA | real
FAMILIA | IVA%
fruta | 7
lacteo | 6.5
cereal | 5
hortaliza | 7
~ external_id: FAMILIA
~ code: FAMILIA
~ description: FAMILIA
= rate: IVA%
unit: percent

## charge-code | es | laboratory price list | real
Tipo | Código | Abreviatura | Descripción | Importe
Paquetes | CHEBA | CHEBA | CHEQUEO BASICO GENERAL | 555
Paquetes | CPB | CPB | CHEQUEO PRENATAL BASICO | 525
Paquetes | PFH+QSC | PFH+QSC | CUIDA TU HIGADO | 680
Perfiles | 339 | AC FOSFO | AC. ANTI FOSFOLIPIDOS IgG, IgM | 800
Perfiles | 92126 | AC ANTIPLAQUETARIOS | ANTICUERPOS ANTIPLAQUETARIOS | 2835
Perfiles | PRENUPCIAL INDIVIDUAL 2 | PRENU2 | PRENUPCIAL | 430
= external_id: Código
~ external_id: Abreviatura
= code: Código
~ code: Abreviatura
= description: Descripción

## charge-code | es | plan of accounts | real
codigo | cuenta | grupo | tipo | naturaleza | moneda | fondo | descripcion
1.0.00.00 | ACTIVO | Activo | AC | D | Mixta | NA | Total de recursos económicos de la asociación.
1.1.01.01 | Caja Bs | Activo | AC | D | Bs | General | Efectivo custodiado por el Tesorero.
4.2.03.03 | Avales gremiales | Ingresos | I | A | USD | Autogestion | Aval institucional a agrupaciones.
5.1.06.00 | Transporte y movilización | Gastos | G | D | Mixta | General | Traslados y flete de equipos.
= external_id: codigo
= code: codigo
= description: cuenta
~ description: descripcion

## charge-code | es | tariff by city | real
NÚMERO | DESCRIPCIÓN | SEDE | CIUDAD | PRECIO VENTA
EKG-1 | ELECTROCARDIOGRAMA |  | ACACIAS | 54.300
EKG-1 | ELECTROCARDIOGRAMA |  | ARMENIA | 58.450
EKG-1 | ELECTROCARDIOGRAMA |  | BUGA | 64.350
FN-1 | EXAMEN DE AUDIOMETRIA TONAL |  | ACACIAS | 30.550
FN-1 | EXAMEN DE AUDIOMETRIA TONAL |  | ARMENIA | 43.600
LAB-12 | CREATININA |  | BUGA | 16.900
~ external_id: NÚMERO
~ external_id: NÚMERO +"|" CIUDAD
= code: NÚMERO
= description: DESCRIPCIÓN

## tax-code | es | Odoo, two flags | real
id | price_include | include_base_amount
l10n_ar.ri_tax_vat_25_ventas | 1 | 1
l10n_ar.ri_tax_vat_5_ventas | 1 | 1
l10n_ar.ri_tax_vat_10_ventas | 1 | 1
l10n_ar.ri_tax_vat_21_ventas | 1 | 1
= external_id: id
~ code: id

## staff | es | identity card as key | real
cedula | nombre | cargo | area | sub_area
1006000023 | ACOSTA REYES MARIO | OBRERO AGRICOLA | AGRONOMICO | no aplica
1006000940 | ACERO CANO DANIEL | OPERARIO PLANTA EXTRACTORA | PLANTA EXTRACTORA | no aplica
1112000357 | AGUILAR RIVAS DANIELA | MECANICO | MAQUINARIA | no aplica
86000154 | ALVAREZ BEDOYA JUAN | OPERARIO DE MAQUINARIA | MAQUINARIA | no aplica
= external_id: cedula
~ external_id: (none)
= name: nombre

## staff | es | file number and days left | real
legajo | nombre | sector | dias_disponibles
1001 | Juana Peralta | Administracion | 15
1002 | Mario Gomera | Recursos Humanos | 20
1003 | Carla Sancho | Finanzas | 10
= external_id: legajo
= name: nombre

## charge-code | es | services of a salon without headings | real
(none)
Peluqueria | SV-01-00001 | Corte de hombre | Corte hombre | 17
Peluqueria | SV-01-00002 | Corte de niño | corte niño | 14
Peluqueria | SV-01-00003 | Diseño de Barba | diseño barba | 14
Nail Bar | SV-03-00001 | Manicure basico | mani basico | 9
SPA | SV-02-00001 | Limpieza facial profunda | limpieza facial | 45
= external_id: #2
~ external_id: (none)
= code: #2
~ code: (none)
= description: #3
~ description: (none)

## staff | es | identity card and name | real
dni | nombre
77860653H | Álvaro Artero Miranda
80103380S | Antonio Bartolo Salazar Gil
30229595M | Carlos Guerra Cotrina
28930685C | David Gil Loro
= external_id: dni
~ external_id: (none)
= name: nombre

## staff | es | name and position | real
NOMBRE | PUESTO
ALVAREZ NAVA MARIO ALBERTO | CHOFER DE CRUCE
ARROYO CERVERA JUAN ANDRES | CHOFER LOCAL
ABREGO MONTES CRISTIAN ANGEL | CHOFER FORANEO
DE LA VEGA RUIZ JOEL | CHOFER CRUCE
DIAZ CORTES JOSE LUIS | CHOFER FORANEO
MUÑOZ OLIVA ISMAEL | CHOFER FORANEO
PEREZ LOBO ALONSO | CHOFER CRUCE
= name: NOMBRE

## staff | es | people with private addresses | real
Cedula | Nombre | Apellidos | Cargo | Grupo | Rol | Centro De costo | Correo
79426001 | Juan Jose | Arias Sierra | Coordinador de Subcontratos | Administradores | Empleado | 1004010000-Col. G. Técnico | juan.arias@firma.test
1114338002 | Vera Edwin | Acosta Vera | Auxiliar de Produccion A2 | Producción Cali 5-Cali | Empleado | 1504211100-Cli. P. Ensamble | acosta77@gmail.test
79921003 | Oscar Javier | Aguado Acosta | Supervisor Produccion | Producción Bogotá 2-Bogotá Avenida 68 | Supervisor | 1104020000-Bt68. Jef. Planta | oscar.aguado@firma.test
1007004 | Jose Ramiro | Alfaro Guzman | Operario de Produccion C | Producción Bogotá 2-Bogotá Avenida 68 | Empleado | 1104204002-Bt68. P.I. | ramiro2000@gmail.test
1062275005 | Jefferson | #¡VALOR! | Operario de Produccion B | Producción Cali 5-Cali | Empleado | 1504211103-Cli. P. I. Ensamble | jeff@gmail.test
= external_id: Cedula
= name: Nombre + Apellidos
= email_address: Correo
`;
