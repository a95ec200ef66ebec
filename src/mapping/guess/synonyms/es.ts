export const spanish = `
staff: empleado, empleada, empleados, trabajador, trabajadores, personal, usuario, usuarios, colaborador, persona, funcionario, operador, miembro
charge: cargo, cargos, concepto, conceptos, tarifa, servicio, servicios, gasto, gastos, artículo, recargo, producto, concepto de cobro, concepto de facturación, rubro
tax: impuesto, impuestos, iva, igic, fiscal, isr, tributo, ipsi
manager: jefe, supervisor, responsable, gerente, jefe inmediato, superior
relative: contacto de emergencia, emergencia, cónyuge
customer: cliente, clientes
vendor: proveedor, proveedores, transportista
company: empresa, compañía, sociedad, organización, razón social, entidad, ejercicio, plan contable
department: departamento, área, depto, sección, división, equipo, gerencia
branch: sucursal, oficina, sede, centro de trabajo, centro, ubicación, delegación, lugar de trabajo
job_title: puesto, cargo empleado, posición, ocupación, categoría profesional, puesto de trabajo, título, función
role: rol, perfil, permiso, permisos, licencia
bank: banco, cuenta bancaria, clabe, cbu
ledger: cuenta, cuentas, código de cuenta, nombre de la cuenta, cuenta contable, cuenta mayor, número de cuenta, cuenta ventas, cuenta compras, cuenta de ingresos, cuenta de gastos
cost_centre: centro de costo, centro de costos, centro de coste, ceco
currency: moneda, divisa, código moneda
unit: unidad, unidad de medida, base de cálculo
document: factura, contrato, documento, casilla, modelo
tariff: partida arancelaria, fracción arancelaria, arancel
work: laboral, corporativo, corporativa, empresarial, trabajo, institucional, empresa, profesional
private: personal, particular, privado
secondary: secundario, secundaria, alternativo, alterno, otro, recuperación, adicional
local: local, español
english: inglés
short: corto, corta, abreviado, abreviada
long: largo, larga, completa
old: antiguo, anterior
new: nuevo, nueva
cost: compra, compras, costo, soportado, gasto
sell: venta, ventas, ingreso, repercutido
filler: de, del, la, el, los, las, en, por, para, al, y, a, es, se
email: correo electrónico, correo, e mail, email, mail, dirección de correo, dirección de correo electrónico, correo e, correo electronico, dirección de email
email+work: correo corporativo, correo institucional, correo laboral, email corporativo, correo de empresa, correo electrónico corporativo, correo trabajo, email empresa
email+private: correo personal, email personal, correo electrónico personal
id: id, identificador, clave única, llave, identificación interna, id interno
number: número, núm, no, nro, n, num
code: código, clave, cód, sigla, abreviatura, referencia
id+staff: número de empleado, núm empleado, no empleado, id empleado, código de empleado, código empleado, legajo, nro legajo, ficha, número de ficha, clave empleado, clave de empleado, número de trabajador, código trabajador, matrícula, nómina, número de nómina, nro empleado, código de trabajador, cod empleado
login: usuario, nombre de usuario, login, cuenta de usuario, usuario red
full_name: nombre completo, nombre y apellidos, nombre y apellido, apellidos y nombre, apellidos y nombres, apellidos nombre, nombres y apellidos, apellido y nombre, nombre para mostrar, nombre empleado, nombre del empleado, nombre trabajador, nombre del trabajador
given_name: nombre de pila, nombres, primer nombre, nombre propio
family_name: apellido, apellidos, primer apellido, apellido paterno
middle_name: segundo nombre
family_name+secondary: segundo apellido, apellido materno
salutation: tratamiento, trato
name: nombre
description: descripción, denominación, detalle, glosa, texto, descripción larga, descripción corta, nombre del impuesto, nombre impuesto, leyenda, descrip, desc
active: activo, activa, habilitado, está activo, vigente, en alta, alta, activado, en vigor, vigencia activa
inactive: inactivo, inactiva, bloqueado, desactivado, deshabilitado, archivado, eliminado, anulado, suspendido, bloqueada, obsoleto, dado de baja, es baja
status: estado, estatus, situación, situación laboral, estado del empleado, estado laboral, estado empleado, estatus laboral, condición
end_date+staff: fecha de baja, fecha baja, fecha de salida, fecha de egreso, fecha de cese, fecha cese, fecha egreso, fecha de terminación, fecha de término, fecha de retiro, fecha término, fecha fin contrato, fecha retiro, baja
hire_date: fecha de alta, fecha alta, fecha de ingreso, fecha ingreso, fecha de contratación, fecha contratación, fecha de incorporación, antigüedad, fecha de entrada, fecha de inicio de contrato, fecha antigüedad
birth_date: fecha de nacimiento, fecha nacimiento, nacimiento, fec nacimiento, fecha nac, fec nac, cumpleaños, lugar de nacimiento
created_at: fecha de creación, creado, creado el, fecha creación, fecha registro, fecha de registro
modified_at: fecha de modificación, modificado, modificado el, última modificación, actualizado, actualizado el, última actualización, fecha modificación, fecha de actualización, fecha última modificación, fecha actualización, ultima modificacion, fecha de última modificación, ult modificación, últ modificación, ult actualización, fecha ult modificación, fec modificación
last_login: último acceso, última conexión, último inicio de sesión
date: fecha, hora, día, mes, año, período
valid_from: válido desde, fecha desde, fecha de inicio, desde, fecha inicio, vigente desde, inicio vigencia, vigencia desde, inicio, fecha inicial, fecha inicio vigencia
valid_to: válido hasta, fecha hasta, fecha de fin, hasta, fecha fin, vigente hasta, fin vigencia, vigencia hasta, fecha de vencimiento, vencimiento, fin, fecha final, fecha fin vigencia
rate+tax: tipo de iva, tipo iva
rate: tasa, tipo impositivo, porcentaje, alícuota, porcentaje iva, tasa de impuesto, tasa iva, tasa impuesto, porcentaje de impuesto, alicuota iva
value: valor
country: país, código país, cód país, país iso, código de país
region: provincia, región, estado provincia, comunidad autónoma, departamento región, entidad federativa, comunidad
city: ciudad, población, localidad, municipio, poblacion
postcode: código postal, cp
address: dirección, domicilio, calle
phone: teléfono, móvil, celular, tel, fax, número de teléfono, número de celular, extensión, tfno
password: contraseña, clave de acceso, clave acceso, pin
gender: sexo, género
nationality: nacionalidad
marital_status: estado civil
national_id: dni, nif, nie, curp, rfc, cuil, cédula, cédula de identidad, documento de identidad, número de documento, seguro social, nss, pasaporte, rut, cuit, número de identificación, identificación, documento identidad, nro documento, número seguridad social, imss, afp
salary: salario, sueldo, remuneración, salario base, sueldo base, salario diario
age: edad
education: estudios, formación, titulación, escolaridad
employment_type: tipo de contrato, contrato, tipo contrato, jornada, tipo de empleado, modalidad de contrato, tipo de personal, régimen
language: idioma, lengua
photo: foto, imagen
note: observaciones, observación, nota, notas, comentario, comentarios
sort_order: orden
row_number: n orden, línea, fila, item
amount: importe, monto, precio, precio unitario, tarifa base, mínimo
quantity: cantidad
taxable: gravado, exento, afecto, sujeto a iva, aplica iva, grava iva
kind: tipo, clase, naturaleza, tipo de impuesto, tipo impuesto, tipo de cargo
group: grupo, familia, grupo de impuestos, subgrupo
category: categoría, rubro
direction: sentido, uso, ámbito, compra venta, compras ventas, aplica a, tipo de operación, tipo operación
amount: recargo de equivalencia, % re, re, recargo equivalencia, % recargo
`;
